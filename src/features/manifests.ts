import { fromEach } from './each.ts'
import type { Feature } from './feature.ts'

/** What each feature declares in its `feature.ts`, by feature, from the bottom of the graph up. */
export const manifests: ReadonlyMap<string, Feature> = await fromEach<Feature>('feature.ts', 'feature')
