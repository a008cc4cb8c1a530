import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['set_up_steps', 'demonstration', 'demonstration_rows'],
    filledAtFirst: ['demonstration'],
  },
}
