import type { Client } from 'pg'
import { loadSettledBills } from '../../db/seed/load-bills.ts'
import type { Ids, SomeVisit } from '../../db/seed/load-rows.ts'
import type { Patient } from '../../db/seed/people.ts'

/** A pharmacy's shelf: names by the hundred, so that typing has something to choose from. */
const names =
  `Abacavir Aciclovir Adrenaline Albendazole Allopurinol Aminophylline Amitriptyline Amlodipine Amoxicillin Ampicillin Aspirin Atenolol
  Atorvastatin Azithromycin Beclometasone Bisoprolol Bisacodyl Captopril Carbamazepine Carvedilol Cefalexin Cefixime Cefuroxime Cetirizine
  Chlorpheniramine Ciprofloxacin Clarithromycin Clopidogrel Cloxacillin Codeine Dexamethasone Diazepam Diclofenac Digoxin Doxycycline Enalapril
  Erythromycin Fluconazole Fluoxetine Furosemide Gentamicin Glibenclamide Haloperidol Hydrocortisone Ibuprofen Lamivudine Levothyroxine
  Loratadine Losartan Metformin Metoclopramide Metronidazole Nifedipine Omeprazole Paracetamol Phenytoin Prednisolone Salbutamol Tramadol`.split(
    /\s+/,
  )
const strengths = ['5 mg', '10 mg', '20 mg', '50 mg', '100 mg', '250 mg', '500 mg', '1 g']
const forms = ['tablet', 'capsule', 'syrup', 'injection', 'cream']

/** Adds the shelf to the catalogue, with cash prices. */
export const loadShelf = async (client: Client): Promise<void> => {
  await client.query(
    `with added as (
       insert into items (name, code, category, unit, department_id)
       select n || ' ' || s || ' ' || f, 'SHF-' || row_number() over (order by n, s, f), 'drug', f, (select id from departments where name = 'Pharmacy')
       from unnest($1::text[]) n, unnest($2::text[]) s, unnest($3::text[]) f returning id
     )
     insert into prices (price_list_id, item_id, price, valid_from)
     select l.id, a.id, 5 + a.id % 400, '2000-01-01' from added a, price_lists l where l.insurance_company_id is null`,
    [names, strengths, forms],
  )
}

const BATCH = 25_000

/** Bills every visit that is over, as the demonstration clinic does, a batch at a time: charges, receipts, credit notes, postings. */
export const loadMoney = async (
  client: Client,
  visits: readonly SomeVisit[],
  patients: readonly Patient[],
  ids: Pick<Ids, 'staff' | 'payers'>,
  until: Date,
): Promise<void> => {
  // Who charges and who issues would wait for each other; nobody else is here.
  await client.query('alter table charges disable trigger user')
  for (let from = 0; from < visits.length; from += BATCH)
    await loadSettledBills(client, visits.slice(from, from + BATCH), patients, { mark: `bench:${from}`, ids, until })
  await client.query('alter table charges enable trigger user')
}
