import { bloodPanels } from './blood.ts'
import { chemistryPanels } from './chemistry.ts'
import { microbiologyPanels } from './microbiology.ts'
import type { StarterPanel } from './shape.ts'
import { withAges } from './with-ages.ts'

export { starterProfiles } from './profiles.ts'
export { withoutReference } from './children.ts'
export type { StarterPanel, StarterProfile, StarterRange } from './shape.ts'

/** The tests that most laboratories have, in the order of reports. Each laboratory has to verify the ranges for its own methods. */
export const starterPanels: readonly StarterPanel[] = [...bloodPanels, ...chemistryPanels, ...microbiologyPanels].map(withAges)
