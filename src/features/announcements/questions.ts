import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'
import { hasBegun, isActive, visibleTo } from './server/policy.ts'

const announcements: Subject = {
  name: 'announcements',
  title: 'Announcements',
  noun: ['announcement', 'announcements'],
  words: ['announcement', 'notice', 'circular', 'memo'],
  type: 'announcements',
  access: ['announcements.view'],
  rows: (asker) => visibleTo(asker, askedAt),
  from: sql`announcements a`,
  joins: { channel: sql`join announcement_channels c on c.id = a.channel_id` },
  // What was taken back was not announced.
  where: sql`a.withdrawn_at is null`,
  at: { sql: sql`a.created_at`, kind: 'instant' },
  measures: {
    announcements: {
      title: 'Announcements',
      words: [
        'announcement',
        'notice',
        'circular',
        'memo',
        'announcement|notice|circular|memo post|publish|write|wrote|written|send|sent|issue',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    channel: {
      is: 'named',
      title: 'Channel',
      words: ['channel', 'announcement channel'],
      joins: ['channel'],
      key: sql`a.channel_id`,
      sql: sql`c.name`,
      vocabulary: 'channel',
    },
    author: {
      is: 'named',
      title: 'Author',
      words: ['author', 'writer', 'who post|publish|wrote|sent|issue|announce', 'post|publish|written|sent|issue by'],
      key: sql`a.created_by`,
      sql: nameOf(sql`a.created_by`),
      vocabulary: 'person',
    },
    announcement_state: {
      is: 'choice',
      title: 'Status',
      words: ['state', 'status'],
      sql: sql`case when ${isActive(askedAt)} then 'active' when ${hasBegun(askedAt)} then 'expired' else 'scheduled' end`,
      values: {
        active: ['active', 'in force', 'valid', 'standing'],
        scheduled: ['scheduled', 'planned', 'upcoming', 'to come', 'not begun'],
        expired: ['expired', 'lapsed'],
      },
      labels: { active: 'Shown now', scheduled: 'Scheduled', expired: 'Expired' },
    },
  },
  list: {
    columns: [
      { key: 'title', title: 'Title', kind: 'text', sql: sql`a.title` },
      { key: 'channel', title: 'Channel', kind: 'text', sql: sql`c.name`, joins: ['channel'] },
      { key: 'announced', title: 'When', kind: 'instant', sql: sql`a.created_at` },
      { key: 'author', title: 'Author', kind: 'text', sql: nameOf(sql`a.created_by`), words: ['author'] },
    ],
    order: sql`a.id desc`,
  },
  screen: { label: 'Announcements', to: '/dashboard/announcements' },
  examples: ['How many announcements this month?', 'Announcements by channel'],
}

/** What the clinic told the people who work in it, and the names of the channels. */
export const questions: Topics = {
  subjects: [announcements],
  vocabularies: [
    {
      name: 'channel',
      noun: 'channel',
      rows: sql`select c.id, c.name, '{}'::text[] as also from announcement_channels c`,
      access: ['announcements.view'],
    },
  ],
}
