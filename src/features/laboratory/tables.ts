import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'process_test_requests',
    'lab_test_requests',
    'lab_orders',
    'lab_test_request_panels',
    'lab_samples',
    'lab_results',
    'lab_test_results',
    'lab_critical_calls',
    'lab_critical_tries',
    'lab_reports',
    'lab_releases',
    'lab_result_reads',
    'public_lab_requests',
  ],
  sums: {
    'laboratory results, by flag': `select coalesce(flag::text, 'none') as key, count(*)::text as value from lab_results where is_current group by 1`,
    'numbers measured in the laboratory, by panel': `select panel_id::text as key, sum(value)::text as value
      from lab_results where value is not null group by 1`,
  },
}
