import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from './testing/clinic.ts'
import { addressesOf, goodsAddresses, printDocument, treatPatient } from './testing/paper/every-document.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic', address1: 'Moi Road 12', phone1: '+254712000111' }).execute()
})
afterAll(() => clinic.close())

const OUT = process.env['PAPERS_OUT']
test('all', async () => {
  const keep = (name: string, pdf: Buffer) => {
    if (!OUT) return
    mkdirSync(OUT, { recursive: true })
    writeFileSync(`${OUT}/${name}.pdf`, pdf)
  }
  for (const [mark, about] of Object.entries({
    plain: { patient: { first_name: 'Achieng', second_name: 'Odhiambo', date_of_birth: '1988-05-04' }, allergies: [{ substance: 'Penicillin', severity: 'severe' as const }] },
    long: {
      patient: { first_name: 'Oluwaseunfunmilayo Bartholomew', second_name: 'Wanjikuwamugumo Nyamweya-Kiprotich', date_of_birth: '1992-07-01', is_birth_date_estimated: true, phone: '+254712000222' },
      allergies: ['Amoxicillin with clavulanic acid', 'Acetylsalicylic acid (aspirin)', 'Sulfamethoxazole and trimethoprim', 'Iodinated contrast media', 'Latex', 'Peanut', 'Bee venom', 'Chlorhexidine'].map((substance, at) => ({ substance, severity: at === 7 ? ('severe' as const) : ('mild' as const) })),
      vitals: { weight: '61.5', temperature: '37.5' },
    },
    child: { patient: { first_name: 'Baraka', second_name: 'Mutua', gender: 'male' as const, date_of_birth: '2024-05-04' } },
  })) {
    const care = await treatPatient(clinic, about)
    const { staff, portal } = await addressesOf(clinic, care)
    for (const [name, url] of Object.entries(staff)) keep(`${name}-${mark}`, (await printDocument(clinic, care.desk, url)).pdf)
    for (const [name, url] of Object.entries(portal)) keep(`${name}-${mark}`, (await printDocument(clinic, care.account, url)).pdf)
  }
  const admin = await clinic.signedInFrom('System administrator', 'sysadmin')
  for (const [name, url] of Object.entries(await goodsAddresses(clinic))) keep(name, (await printDocument(clinic, admin, url)).pdf)
  expect(1).toBe(1)
}, 120_000)
