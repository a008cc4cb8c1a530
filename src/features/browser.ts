import type { WebFeature } from '#web/feature.ts'

/** Every feature that has pages, as its `web/feature.tsx` declares it. */
export const features: readonly WebFeature[] = Object.values(
  import.meta.glob<{ feature: WebFeature }>('./*/web/feature.tsx', { eager: true }),
).map(({ feature }) => feature)
