"""Git: read repositories, clone, write histories; programs of the repository never run."""
