import type { OwnWords, readClinicHead } from '#features/company/public.ts'
import { qrPicture } from '#platform/barcodes.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import type { layOutReport } from './lay-out-report.ts'

const template = new URL('./report.typ', import.meta.url)

interface On {
  clinic: Awaited<ReturnType<typeof readClinicHead>>['clinic']
  /** Where everybody reaches the clinic, such as https://clinic.example. */
  address: string
  code: string
  own: OwnWords
}
/** The report as PDF, with the square that leads to its public page. */
export const printReport = (printPdf: PrintPdf, report: ReturnType<typeof layOutReport>, { clinic, address, code, own }: On) =>
  printPdf(template, {
    ...breakAll(report),
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
    own,
    proof: own.shows.proof ? { qr: qrPicture(`${address}/verify/${code}`), code, address: `${address}/verify` } : null,
  })
