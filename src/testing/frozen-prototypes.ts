import { freezePrototypes } from '#platform/freeze-prototypes.ts'

// Every test runs as the program does: what depends on changing a built-in prototype fails here first.
freezePrototypes()
