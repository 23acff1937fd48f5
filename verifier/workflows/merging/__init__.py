"""Put the shards of a job together: their journals, run folders, or folders of repositories."""
