import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['set_up_steps', 'demonstration', 'demonstration_rows'],
  filledAtFirst: ['demonstration'],
}
