import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['pregnancies', 'pregnancy_datings', 'pregnancy_answers'],
  },
  constraints: {
    pregnancies_one_current: { says: 'This record already has a current pregnancy. Record its outcome first.', code: 'pregnancy_current' },
  },
  patientRows: {
    pregnancies: { label: 'Pregnancies', at: 't.noted_at', text: "concat_ws(' · ', t.source, t.edd::text, t.outcome)" },
    pregnancy_datings: { label: 'Pregnancy dating' },
    pregnancy_answers: { label: 'Pregnancy answers', at: 't.recorded_at', text: 't.said_on::text' },
  },
  accessLog: {
    nouns: [{ entities: ['pregnancy', 'pregnancies'], patient: 'your pregnancies' }],
    sentences: {
      'end pregnancy': { patient: 'Recorded how your pregnancy ended' },
      'create not pregnant': { patient: 'Recorded that you are not pregnant' },
    },
  },
}
