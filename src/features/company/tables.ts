import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['company', 'set_up_codes', 'departments'],
  leftOut: {
    set_up_codes: 'a one-time code',
  },
  filledAtFirst: ['company'],
}
