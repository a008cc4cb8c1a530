import { sql } from 'kysely'
import { furtherNames } from '#features/catalogue/public.ts'
import type { Topics } from '#platform/questions/subject.ts'
import { medicineNames, medicines } from './questions-medicines.ts'
import { cancelledDrugs, prescribed } from './questions-prescribed.ts'

/** What was prescribed and what patients take. Drugs are known by their substances too. */
export const questions: Topics = {
  subjects: [prescribed, medicines, cancelledDrugs],
  vocabularies: [
    {
      name: 'drug',
      noun: 'drug',
      rows: sql`select i.id, i.name, coalesce(x.substances, '{}') || ${furtherNames(sql`i`)} as also
        from items i left join item_drugs x on x.item_id = i.id where i.category = 'drug'`,
      access: ['prescriptions.view'],
      own: true,
    },
    medicineNames,
  ],
}
