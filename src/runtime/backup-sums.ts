import type { Sums } from '#platform/backup/facts.ts'

const absolute = (column: string, table: string) => ({ tables: [table], select: `select sum(abs(${column})) from ${table}` })

/** What a restored clinic must come to, at least: money, stock and the trail are only ever added to. */
export const backupSums: Sums = {
  'money posted': absolute('amount', 'postings'),
  'money received': absolute('amount', 'payments'),
  'stock moved': absolute('quantity', 'stock_movements'),
  'newest row of the audit trail': { tables: ['audit_log'], select: 'select max(id) from audit_log' },
  'newest sealed row of the audit trail': { tables: ['audit_seals'], select: 'select count(*) from audit_seals' },
}
