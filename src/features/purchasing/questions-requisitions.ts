import { sql } from 'kysely'
import { storeDimension } from '#features/stock/public.ts'
import { staffJoin, staffName } from '#features/users/public.ts'
import type { Subject } from '#platform/questions/subject.ts'

export const requisitions: Subject = {
  name: 'requisitions',
  title: 'Requisitions',
  noun: ['requisition', 'requisitions'],
  words: ['requisition', 'stock request', 'purchase request', 'internal order', 'request for stock|supplies|goods'],
  type: 'purchasing',
  access: ['purchasing.view'],
  from: sql`requisitions q`,
  joins: { store: sql`join stores st on st.id = q.store_id`, requester: staffJoin('requester', sql`q.requested_by`) },
  at: { sql: sql`q.requested_at`, kind: 'instant', phrase: 'when it was asked for' },
  measures: {
    requisitions: {
      title: 'Requisitions',
      words: [
        'requisition',
        'stock request',
        'purchase request',
        'request stock|supplies|goods',
        'requisition made|raised|send|written|write',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    status: {
      is: 'choice',
      title: 'Status',
      words: ['status', 'requisition status', 'state', 'stage'],
      sql: sql`q.status::text`,
      values: {
        draft: ['draft'],
        submitted: [
          'submitted',
          'awaiting approval',
          'pending approval',
          'waiting for approval',
          'to be approved',
          'not approved',
          'unapproved',
          'pending',
        ],
        'department approved': ['department approved', 'approved by department', 'approved by the department'],
        approved: ['approved', 'fully approved'],
        'part-ordered': ['part ordered', 'partly|partially ordered'],
        closed: ['closed', 'completed', 'fulfilled'],
        rejected: ['rejected', 'declined', 'refused', 'turned down'],
        cancelled: ['cancelled', 'canceled', 'withdrawn'],
      },
    },
    store: storeDimension(sql`q.store_id`),
    requester: {
      is: 'named',
      title: 'Requester',
      words: ['requestor', 'person', 'staff', 'who requested|asked|made|raised', 'requested by', 'employee'],
      joins: ['requester'],
      key: sql`q.requested_by`,
      sql: staffName('requester'),
      vocabulary: 'person',
    },
  },
  list: {
    columns: [
      { key: 'number', title: 'Number', kind: 'text', sql: sql`q.number` },
      { key: 'requested_at', title: 'Requested', kind: 'instant', sql: sql`q.requested_at` },
      { key: 'store', title: 'For', kind: 'text', sql: sql`st.name`, joins: ['store'] },
      { key: 'status', title: 'Status', kind: 'text', sql: sql`q.status::text`, words: ['requisition status'] },
      { key: 'needed_by', title: 'Needed by', kind: 'date', sql: sql`q.needed_by`, words: ['needed by', 'when needed'] },
      { key: 'by', title: 'By', kind: 'text', sql: staffName('requester'), joins: ['requester'], words: ['who requested|made|raised'] },
    ],
    order: sql`q.requested_at desc, q.id desc`,
    link: sql`'/dashboard/inventory/requisitions/' || q.id`,
  },
  screen: { label: 'Requisitions', to: '/dashboard/inventory/requisitions' },
  examples: ['How many requisitions are awaiting approval?'],
}
