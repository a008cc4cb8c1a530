import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['tax_classes', 'items', 'price_lists', 'prices'],
  filledAtFirst: ['price_lists', 'tax_classes'],
}
