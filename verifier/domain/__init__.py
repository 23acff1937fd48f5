"""The vocabulary of the field, as frozen data; standard library only, no input or output."""
