"""Put declarations into files of the base."""
