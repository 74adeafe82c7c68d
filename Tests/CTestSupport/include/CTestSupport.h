// Nothing is declared: what this target does happens when a test program starts.
