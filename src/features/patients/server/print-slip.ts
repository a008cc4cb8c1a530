import type { Selectable } from 'kysely'
import type { Download } from '#shared/endpoint.ts'
import { qrPicture } from '#platform/barcodes.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { breakable } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { languageNamed, translator } from '#platform/pdf/translate.ts'
import { day } from '#platform/pdf/printed-values.ts'
import { clinicDay } from '#features/company/public.ts'
import { fullName } from '../rules.ts'

const template = new URL('./slip.typ', import.meta.url)

interface On {
  code: string
  expires_at: Date
  /** Where everybody reaches the clinic, such as https://clinic.example. */
  address: string
}

const readClinic = (db: Db, expires: Date) =>
  db
    .selectFrom('company')
    .select(['name', 'phone1', 'language', clinicDay(expires).$castTo<string>().as('last_day')])
    .executeTakeFirstOrThrow()

/** The slip with which a patient links an account at home, A6, in the patient's language. It does not tell the date of birth. */
export const printSlip = async (
  db: Db,
  printPdf: PrintPdf,
  patient: Selectable<DB['patients']>,
  { code, expires_at, address }: On,
): Promise<Download> => {
  const clinic = await readClinic(db, expires_at)
  const language = languageNamed(patient.language) ?? languageNamed(clinic.language) ?? 'en'
  const t = translator(language)
  const page = `${address}/auth/register`
  const body = await printPdf(template, {
    language,
    clinic: breakable(clinic.name),
    phone: clinic.phone1 ?? '',
    title: t('Your record on your phone'),
    name: breakable(fullName(patient)),
    number: patient.unique_id,
    code,
    // After the #: a browser sends that to nobody.
    qr: qrPicture(`${page}#${code.replaceAll('-', '')}`),
    steps: [
      t('Scan the QR code with your camera, or open {address}.', { address: breakable(page) }),
      t('Register with your e-mail address, or sign in if you have an account.'),
      t('Enter this code and your date of birth.'),
    ],
    code_label: t('Your code'),
    until: t('Works once, until {day}. Do not show it to anyone.', { day: day(clinic.last_day) }),
    help: t('Wrong name, or the code does not work? Ask at the reception desk.'),
  })
  return { body, filename: `account-${patient.unique_id}.pdf`, inline: true }
}
