import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['referrals'],
  },
  permissions: {
    referrals: {
      title: 'Referrals',
      place: 200,
      rights: {
        'referrals.view': { label: 'View referrals', roles: ['nurse', 'doctor'] },
        'referrals.change': { label: 'Refer patients and answer referrals', roles: ['doctor'], signs: true },
      },
    },
  },
  topics: {
    referrals: { access: 'referrals.view', isOfPatient: true },
  },
  patientRows: {
    referrals: { label: 'Referrals', at: 't.referred_at', text: "coalesce(t.provider, t.service, '')" },
  },
  accessLog: {
    nouns: [{ entities: ['referral', 'referrals', 'referral letter'], staff: 'the referrals', patient: 'your referrals' }],
    sentences: {
      'refer referral': { staff: 'Referred the patient', patient: 'Referred you' },
    },
  },
}
