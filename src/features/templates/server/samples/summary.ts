import type { PaperWording } from '#features/company/contract-papers.ts'
import { readClinicHead } from '#features/company/public.ts'
import { printSummaryWords } from '#features/visit-summary/public.ts'
import { tongueOf } from '#platform/pdf/tongue.ts'
import { born } from '#platform/pdf/words.ts'
import { samplePatient, SAMPLE_STAMP, type SamplePress } from './press.ts'

/** What an invented patient takes home of a visit. */
export const printSampleSummary = async (press: SamplePress, wording: PaperWording): Promise<Uint8Array> => {
  const [head, house] = await Promise.all([
    readClinicHead(press.db, press.files, 'a4', wording),
    press.db.selectFrom('company').select('language').executeTakeFirstOrThrow(),
  ])
  const language = wording.language || house.language
  const tongue = tongueOf(language, head.zone)
  const { t, dayOf } = tongue
  const who = `${press.user.first_name} ${press.user.last_name}`.trim()
  return printSummaryWords(
    press.printPdf,
    {
      title: t('Your visit'),
      language,
      date: dayOf(press.now),
      number: SAMPLE_STAMP,
      patient: {
        name: samplePatient.name,
        number: samplePatient.number,
        facts: [
          [t('Number'), samplePatient.number],
          [t('Age'), born(samplePatient.born, false, '2026-05-04', tongue)],
          [t('Sex'), t('Female')],
        ],
      },
      sections: [
        { title: t('When to come back at once'), isFramed: true, lines: ['Sample danger sign'] },
        { title: t('Why you came'), isFramed: false, lines: ['Cough for two weeks'] },
        { title: t('What was found'), isFramed: false, lines: ['Pneumonia'] },
        { title: t('What to do next'), isFramed: false, lines: ['Rest, and drink enough.'] },
      ],
      medicines: {
        title: t('Your medicines'),
        lines: [{ name: 'Amoxicillin 500 mg capsule', words: 'One capsule by mouth three times a day for 7 days' }],
      },
      seen: { title: t('Who saw you'), people: [{ name: 'Sample Doctor', lines: ['Medical officer'] }] },
      foot: t('Printed {{when}} by {{who}}', { when: tongue.moment(press.now), who }),
      page: t('Page {{page}} of {{pages}}', { page: '{page}', pages: '{pages}' }),
    },
    { clinic: head.clinic, own: head.own, size: wording.size },
  )
}
