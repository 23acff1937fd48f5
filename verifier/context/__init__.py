"""The context of the methods of instances, collected for a whole file of them."""
