"""Do the shards of a job on the nodes of a cluster: each is a call of the ordinary command."""
