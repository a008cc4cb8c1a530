import { sql } from 'kysely'
import type { ChoiceDimension, NamedDimension, Sql } from '#platform/questions/subject.ts'

/** Further names of an item: its code, and its name without strengths, as people say it: 'amoxicillin capsule'. */
export const furtherNames = (item: Sql): Sql => sql`array_remove(array[${item}.code,
  nullif(btrim(regexp_replace(${item}.name, '\\s*\\y[0-9][0-9.,/]*\\s*(mg|mcg|g|ml|iu|units?|%)?(/[0-9.]*\\s*(mg|mcg|g|ml|l|dose|puff))?(?!\\w)', '', 'gi')), ${item}.name)], null)`

interface Placed {
  sql: Sql
  joins?: readonly string[]
}

export const itemWords = ['item', 'product', 'service', 'article', 'good'] as const

/** Which item of the catalogue it is; `key` is its id. */
export const itemDimension = ({ key, sql, joins = [] }: Placed & { key: Sql }) =>
  ({ is: 'named', title: 'Item', words: itemWords, joins, key, sql, vocabulary: 'item' }) as const satisfies NamedDimension

/** What kind of item it is. */
export const itemCategoryDimension = ({ sql, joins = [] }: Placed) =>
  ({
    is: 'choice',
    title: 'Category',
    words: [
      'category',
      'item category|type|kind|class',
      'type|kind of item|service|product',
      'service category|type',
      'product category|type',
    ],
    joins,
    sql,
    values: {
      consultation: ['consultation category|fee|service', 'consultation'],
      procedure: ['procedure'],
      nursing: ['nursing', 'nursing care|service'],
      laboratory: ['laboratory', 'lab', 'laboratory|lab test|service|item'],
      imaging: ['imaging', 'radiology', 'x ray', 'xray', 'ultrasound', 'scan'],
      drug: ['drug', 'medicine', 'medication', 'medicament', 'pharmaceutical'],
      consumable: ['consumable', 'medical supply|supplies', 'non pharmaceutical', 'sundry', 'sundries'],
      bed: ['bed', 'bed charge|fee'],
      other: ['other category|item|service|product', 'miscellaneous'],
    },
    labels: {
      consultation: 'Consultation',
      procedure: 'Procedure',
      nursing: 'Nursing',
      laboratory: 'Laboratory',
      imaging: 'Imaging',
      drug: 'Drug',
      consumable: 'Consumable',
      bed: 'Bed',
      other: 'Other',
    },
  }) as const satisfies ChoiceDimension
