import type { Client } from 'pg'
import { plainTextOf, type BlockNode, type InlineNode, type RichText } from '#shared/rich-text.ts'
import { dateOf, dayOfInstant } from './calendar.ts'

interface Reported {
  channel: 'General' | 'Clinical' | 'Laboratory' | 'Pharmacy'
  by: string
  title: string
  /** Days before today. */
  ago: number
  days?: number
  pinned?: true
  patients?: true
  group?: string
  content: BlockNode[]
  comments?: readonly (readonly [by: string, text: string])[]
  readBy?: readonly string[]
}

const words = (text: string): InlineNode => ({ type: 'text', text })
const strong = (text: string): InlineNode => ({ type: 'text', text, marks: [{ type: 'bold' }] })
const line = (...content: InlineNode[]): BlockNode => ({ type: 'paragraph', content })
const list = (...items: string[]): BlockNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [line(words(item))] })),
})

const reported: readonly Reported[] = [
  {
    channel: 'General',
    by: 'receptionist',
    title: 'The children’s room moves to the ground floor',
    ago: 2,
    days: 21,
    pinned: true,
    content: [
      line(strong('From Monday'), words(' children are seen in Room 3, beside the laboratory.')),
      list(
        'Reception sends families straight to Room 3.',
        'The scale and the height board move with it.',
        'The lift stays free for wheelchairs.',
      ),
    ],
    comments: [['nurse', 'The weighing scale is there already.']],
    readBy: ['nurse', 'doctor'],
  },
  {
    channel: 'Pharmacy',
    by: 'pharmacist',
    title: 'Amoxicillin syrup is short this week',
    ago: 1,
    days: 7,
    content: [
      line(
        words(
          'Eleven bottles are left. Please prescribe dispersible tablets for children who can take them; the next delivery is on Thursday.',
        ),
      ),
    ],
    readBy: ['doctor'],
  },
  {
    channel: 'Clinical',
    by: 'doctor',
    title: 'Teaching on Thursday: reading a growth chart',
    ago: 4,
    group: 'Nurse',
    content: [line(words('Thursday at 13:00 in Room 2. Bring a chart of a child you are following.'))],
  },
  {
    channel: 'General',
    by: 'receptionist',
    title: 'We are closed on the public holiday',
    ago: 3,
    days: 14,
    pinned: true,
    patients: true,
    content: [
      line(words('The clinic is closed on the next public holiday. '), strong('In an emergency go to the nearest hospital.')),
      line(words('Appointments of that day are moved; we write to everybody whom it concerns.')),
    ],
  },
  {
    channel: 'General',
    by: 'nurse',
    title: 'Free blood pressure checks on Saturday',
    ago: 1,
    days: 10,
    patients: true,
    content: [line(words('Come to Room 1 between 9:00 and 12:00. No appointment is needed, and it costs nothing.'))],
  },
]

/** A few announcements of the demonstration clinic, for staff and for patients, as if written these last days. */
export const loadAnnouncements = async (client: Client, now: Date) => {
  const { rows } = await client.query<{ id: number; name: string }>(
    `select id, split_part(email, '@', 1) as name from users where email like '%@demo.kliniki.example' order by id`,
  )
  const person = (name: string) => rows.find((row) => row.name === name)?.id ?? rows[0]!.id
  const inTime = reported.toSorted((a, b) => b.ago - a.ago)
  for (const { channel, by, title, ago, days, pinned = false, patients = false, group, content, comments = [], readBy = [] } of inTime) {
    const document: RichText = { type: 'doc', content }
    const at = new Date(now.getTime() - ago * 86_400_000)
    const until = days === undefined ? null : dateOf(dayOfInstant(at.getTime()) + days)
    const { rows: made } = await client.query<{ id: number }>(
      `insert into announcements (channel_id, title, content, document, created_at, created_by, expires_on, is_pinned, for_staff, for_patients)
       select id, $2, $3, $4, $5, $6, $7, $8, $9, $10 from announcement_channels where name = $1 returning id`,
      [
        channel,
        title,
        plainTextOf(document),
        JSON.stringify(document),
        at,
        person(by),
        until,
        pinned,
        group === undefined && !patients,
        patients,
      ],
    )
    const id = made[0]?.id
    // The clinic has no such channel any more.
    if (id === undefined) continue
    await client.query('insert into announcement_groups (announcement_id, group_id) select $1, id from groups where name = $2', [
      id,
      group ?? null,
    ])
    for (const [who, text] of comments)
      await client.query('insert into announcement_comments (announcement_id, content, created_at, created_by) values ($1, $2, $3, $4)', [
        id,
        text,
        new Date(at.getTime() + 3_600_000),
        person(who),
      ])
    for (const who of readBy)
      await client.query('insert into announcement_reads (announcement_id, user_id, read_at) values ($1, $2, $3)', [
        id,
        person(who),
        new Date(at.getTime() + 1_800_000),
      ])
  }
}
