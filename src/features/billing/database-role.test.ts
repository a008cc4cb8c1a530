import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBill, aCreditNote, aReceipt } from '../../testing/scenarios/bills.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

// What the application's role may not do, whatever its code says.
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())
const refusal = (statement: RawBuilder<unknown>) =>
  statement.execute(clinic.db).then(
    () => 'allowed',
    (error: Error) => error.message,
  )

test('nothing is inserted as paid or credited already', async () => {
  const { id, patient_id } = await aBill(clinic.db, { isDraft: true })
  for (const column of ['paid_patient', 'paid_insurer', 'credited_total', 'number', 'issued_at', 'total'])
    expect([
      column,
      await refusal(sql`insert into invoices (patient_id, created_at, ${sql.ref(column)}) values (${patient_id}, now(), null)`),
    ]).toEqual([column, 'permission denied for table invoices'])
  for (const column of ['credited_total', 'credited_quantity', 'credited_insurer'])
    expect([
      column,
      await refusal(sql`insert into charges (invoice_id, item_id, item_name, category, quantity, unit_price, price_source, tax_rate, tax_included,
        created_at, ${sql.ref(column)}) select ${id}, 1, '', 'other', 1, 1, 'cash', 0, true, now(), 0`),
    ]).toEqual([column, 'permission denied for table charges'])
})

test('the counters move by taking a number and by nothing else', async () => {
  await aBill(clinic.db)
  for (const statement of [
    sql`update document_counters set last = 1`,
    sql`insert into document_counters (series, fiscal_year, last) values ('invoice', 2030, 1)`,
    sql`delete from document_counters`,
  ])
    expect(await refusal(statement)).toBe('permission denied for table document_counters')
  const readers = await sql<{ role: string; may: boolean }>`
    select role, has_function_privilege(role, 'next_document_number(text, date)', 'execute') as may
    from unnest('{kliniki_app,kliniki_read,kliniki_portal}'::text[]) role`.execute(clinic.db)
  expect(readers.rows.filter(({ may }) => may).map(({ role }) => role)).toEqual(['kliniki_app'])
})

test('a payment is set against bills once, and a credit note has its lines once', async () => {
  const bill = await aBill(clinic.db, { lines: [{ price: '500' }, { price: '300' }] })
  await aReceipt(clinic.db, bill.id, [{ amount: '100.00' }])
  expect(
    await refusal(sql`insert into allocations (payment_id, invoice_id, party, amount) select payment_id, invoice_id, party, amount
      from allocations where invoice_id = ${bill.id}`),
  ).toBe('A payment is not the sum of its allocations.')
  const other = await aBill(clinic.db, { lines: [{ price: '500', quantity: '2' }, { price: '1000' }] })
  const [one, two] = await clinic.db.selectFrom('charges').select('id').where('invoice_id', '=', other.id).orderBy('id').execute()
  const { rows } = await sql<{ id: number }>`
    insert into credit_notes (number, verification, invoice_id, reason, total, tax, insurer_amount, patient_amount, waiver, issued_at, issued_on)
    values ('CN-X', gen_random_uuid(), ${other.id}, 'Never done', 1000, 0, 0, 1000, 0, now(), current_date) returning id`.execute(clinic.db)
  const credit = (charge: number) => sql`
    insert into credit_note_items (credit_note_id, charge_id, quantity, total, tax, insurer_amount, patient_amount, waiver)
    values (${rows[0]!.id}, ${charge}, 1, 1000, 0, 0, 1000, 0)`
  expect(await refusal(credit(one!.id))).toBe('allowed')
  expect(await refusal(credit(two!.id))).toBe('A credit note is not the sum of its lines.')
})

test('an issued bill keeps its rule, its member, its words and the reasons of its lines', async () => {
  const someone = await clinic.signedInAs([])
  const { id } = await aBill(clinic.db, { lines: [{ discount: '10' }] })
  for (const change of [sql`rounding_step = 5`, sql`member_number = 'X'`, sql`description = 'X'`, sql`issued_by = ${someone.id}`])
    expect(await refusal(sql`update invoices set ${change} where id = ${id}`)).toBe('An issued bill never changes.')
  for (const change of [sql`price_source = 'set'`, sql`adjustment_reason = 'X'`, sql`cancel_reason = 'X'`])
    expect(await refusal(sql`update charges set ${change} where invoice_id = ${id}`)).toMatch(/never change|charges_cancelled/)
})

test('the price of a line is history: catalogue, lists and what was used are not deleted', async () => {
  const bill = await aBill(clinic.db)
  await aCreditNote(clinic.db, bill.id)
  for (const table of ['items', 'price_lists', 'tax_classes'])
    expect(await refusal(sql`delete from ${sql.table(table)} where id = -1`)).toBe(`permission denied for table ${table}`)
})
