import { sql } from 'kysely'
import type { NamedDimension, Topics } from '#platform/questions/subject.ts'

const equipmentWords = ['equipment', 'analyser|analyzer', 'instrument', 'lab machine', 'laboratory machine', 'machine']

/** What an instrument does with results. */
const used = 'usage|use|used|run|workload|busy|busiest|process|processed|send|sent|perform|performed|done|handle|handled|produce|produced'

const equipment = (key: NamedDimension['key']): NamedDimension => ({
  is: 'named',
  title: 'Analyser',
  words: equipmentWords,
  key,
  sql: sql`e.name`,
  vocabulary: 'equipment',
  implies: true,
})

/** Instruments of the laboratory and what they sent. */
export const questions: Topics = {
  vocabularies: [
    {
      name: 'equipment',
      noun: 'analyser',
      rows: sql`select id, name, array_remove(array[nullif(sender, '')], null) as also from lab_equipment`,
      access: ['laboratory.view'],
    },
  ],
  subjects: [
    {
      name: 'equipment',
      title: 'Analysers',
      noun: ['analyser', 'analysers'],
      words: equipmentWords,
      type: 'equipment_usage',
      access: ['laboratory.view'],
      from: sql`lab_equipment e`,
      measures: {
        equipment: { title: 'Analysers', words: equipmentWords, kind: 'count', total: sql`count(*)` },
        equipment_failing: {
          title: 'Analysers with an error',
          words: equipmentWords.map((word) => `${word} error|fault|faulty|problem|down|broken|fail|failing|offline`),
          kind: 'count',
          total: sql`count(*)`,
          where: sql`(e.is_active and e.last_error is not null)`,
        },
      },
      dimensions: {
        equipment: equipment(sql`e.id`),
        protocol: {
          is: 'choice',
          title: 'Language',
          words: ['protocol', 'data format', 'format'],
          sql: sql`e.protocol::text`,
          values: { hl7: ['hl7'], astm: ['astm'] },
          labels: { hl7: 'HL7', astm: 'ASTM' },
        },
        connection: {
          is: 'choice',
          title: 'Connection',
          words: ['connection', 'how connect'],
          sql: sql`e.connection::text`,
          values: { none: ['not connected', 'unconnected', 'without connection', 'manual'], listen: ['listen'], connect: [] },
          labels: { none: 'Not connected', listen: 'Analyser connects', connect: 'Server connects' },
        },
        active: {
          is: 'choice',
          title: 'Active',
          words: ['in use or not', 'active or not'],
          sql: sql`case when e.is_active then 'yes' else 'no' end`,
          values: { yes: ['in use', 'active', 'working'], no: ['out use', 'inactive', 'retired', 'not in use'] },
          labels: { yes: 'Active', no: 'Inactive' },
        },
      },
      list: {
        columns: [
          { key: 'name', title: 'Analyser', kind: 'text', sql: sql`e.name` },
          {
            key: 'last_seen',
            title: 'Last seen',
            kind: 'instant',
            sql: sql`e.last_seen_at`,
            words: ['last seen', 'last connected', 'last online', 'last heard', 'last communicate'],
          },
          { key: 'state', title: 'Status', kind: 'text', sql: sql`case when e.is_active then 'Active' else 'Inactive' end` },
          {
            key: 'last_error',
            title: 'Last error',
            kind: 'text',
            sql: sql`e.last_error`,
            words: ['last error', 'last problem', 'last fault'],
          },
        ],
        order: sql`e.is_active desc, lower(e.name), e.id`,
        link: sql`'/dashboard/laboratory/analysers/' || e.id`,
      },
      screen: { label: 'Analysers', to: '/dashboard/laboratory/analysers' },
      examples: ['Which analysers have an error?', 'List the analysers'],
    },
    {
      name: 'equipment_results',
      title: 'Results of analysers',
      noun: ['result of an analyser', 'results of analysers'],
      words: equipmentWords.map((word) => `${word} result|test|usage|use|used`),
      type: 'equipment_usage',
      access: ['laboratory.enter'],
      from: sql`lab_message_results x join lab_messages g on g.id = x.message_id`,
      joins: {
        equipment: sql`left join lab_equipment e on e.id = g.equipment_id`,
        panel: sql`left join lab_equipment_codes d on d.equipment_id = g.equipment_id and d.code = x.code left join lab_panels k on k.id = d.panel_id`,
      },
      at: { sql: sql`g.at`, kind: 'instant' },
      measures: {
        equipment_tests: {
          title: 'Results of analysers',
          words: [
            ...[...equipmentWords, '*'].flatMap((word) => [
              `${word} ${used}`,
              `${word} result|test|sample`,
              `${word} result|test|sample ${used}`,
            ]),
            'sent by *',
          ],
          kind: 'count',
          total: sql`count(*)`,
        },
      },
      dimensions: {
        equipment: { ...equipment(sql`g.equipment_id`), joins: ['equipment'] },
        inbox_state: {
          is: 'choice',
          title: 'Outcome',
          words: ['state', 'status', 'inbox', 'became'],
          sql: sql`x.state::text`,
          values: {
            applied: ['applied', 'accepted', 'entered', 'filed'],
            waiting: ['waiting', 'inbox', 'unmatched', 'unresolved'],
            control: ['control', 'quality control', 'qc'],
            ignored: ['ignored', 'not wanted'],
            dismissed: ['dismissed', 'set aside'],
          },
        },
        test: { is: 'named', title: 'Test', words: ['test'], key: sql`d.panel_id`, sql: sql`k.name`, vocabulary: 'test', joins: ['panel'] },
      },
      screen: { label: 'Analyser inbox', to: '/dashboard/laboratory/analysers/inbox' },
      examples: ['Tests per analyser this month', 'How many analyser results are waiting in the inbox?'],
    },
  ],
}
