import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
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
  },
  permissions: {
    laboratory: {
      title: 'Laboratory',
      place: 160,
      rights: {
        'laboratory.view': { label: 'View laboratory requests', roles: ['nurse', 'doctor', 'labtech', 'lab_manager', 'cashier'] },
        'laboratory.request': { label: 'Request and cancel laboratory tests', roles: ['doctor', 'labtech', 'lab_manager'] },
        'laboratory.collect': { label: 'Collect, receive and reject samples', roles: ['nurse', 'labtech', 'lab_manager'] },
        'laboratory.before_payment': {
          label: 'Collect samples before payment, with a reason',
          roles: ['nurse', 'labtech', 'lab_manager'],
        },
        'laboratory.enter': { label: 'Enter results and notify critical results', roles: ['labtech', 'lab_manager'] },
        'laboratory.approve': { label: 'Approve results', roles: ['labtech', 'lab_manager'], signs: true },
        'laboratory.amend': { label: 'Correct and withdraw approved results', roles: ['lab_manager'], signs: true },
        'laboratory.catalogue': { label: 'Edit tests, profiles and reference ranges', roles: ['lab_manager'] },
        'laboratory.equipment': { label: 'Set up analysers and map their codes', roles: ['lab_manager'] },
        'laboratory.settings': { label: 'Manage laboratory settings', roles: ['lab_manager'] },
      },
    },
  },
  topics: {
    laboratory: { access: 'laboratory.view', isOfPatient: true },
  },
  patientRows: {
    lab_test_requests: { label: 'Laboratory requests' },
    lab_test_request_panels: {
      label: 'Requested tests',
      at: '(select q.requested_at from lab_test_requests q where q.id = t.lab_test_request_id)',
      text: '(select l.name from lab_panels l where l.id = t.panel_id)',
    },
    lab_samples: { label: 'Samples' },
    lab_results: { label: 'Laboratory results', at: 't.observed_at', text: '(select l.name from lab_panels l where l.id = t.panel_id)' },
    lab_critical_calls: { label: 'Calls about critical results' },
    lab_result_reads: { label: 'Results read in the portal' },
    public_lab_requests: { label: 'Laboratory requests from the portal', at: 't.date_created', text: 't.note' },
  },
  accessLog: {
    nouns: [
      {
        entities: ['lab test', 'lab test request', 'lab test requests', 'lab work list'],
        staff: 'the laboratory tests',
        patient: 'your laboratory tests',
      },
      { entities: ['sample', 'samples'], staff: 'the samples', patient: 'your samples' },
      {
        entities: ['lab results', 'lab test result', 'lab test results', 'lab release'],
        staff: 'the laboratory results',
        patient: 'your laboratory results',
        patientOfChange: 'Worked on your laboratory tests',
      },
      {
        entities: ['critical value', 'critical values'],
        staff: 'the critical values',
        patient: 'your laboratory results',
        patientOfChange: 'Worked on your laboratory tests',
      },
      {
        entities: ['laboratory report'],
        staff: 'the laboratory report',
        patient: 'your laboratory results',
        patientOfChange: 'Worked on your laboratory tests',
      },
      {
        entities: ['public lab request', 'public lab requests'],
        staff: 'the patient’s laboratory request',
        patient: 'your laboratory request',
      },
    ],
    sentences: {
      'request lab test': { staff: 'Ordered laboratory tests', patient: 'Ordered laboratory tests for you' },
      'request lab test request': { staff: 'Ordered laboratory tests', patient: 'Ordered laboratory tests for you' },
      'enter result lab test': { patient: 'Worked on your laboratory tests' },
      'calculate result lab test': { patient: 'Worked on your laboratory tests' },
      'amend result lab test': { patient: 'Worked on your laboratory tests' },
      'approve result lab test': { patient: 'Worked on your laboratory tests' },
      'withdraw result lab test': { patient: 'Worked on your laboratory tests' },
      'take back result lab test': { patient: 'Worked on your laboratory tests' },
      'collect sample': { patient: 'Took a sample from you' },
      'receive sample': { patient: 'Received your sample' },
      'reject sample': { patient: 'Rejected your sample' },
      'print sample': { staff: 'Printed a sample label', patient: 'Printed the label of your sample' },
    },
  },
}
