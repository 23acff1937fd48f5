"""What stands around the methods of instances, asked for a whole file of them."""
