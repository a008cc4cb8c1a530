import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { listReferrals } from '../contract.ts'
import { ReferralLine } from './referral-line.tsx'

/** What waits for the person signed in, or for a department; nothing while there is nothing. */
export const ReferralsToMe = () => {
  const { data = [] } = useQuery(query(listReferrals, { query: { to_me: 'true', limit: 50 } }))
  if (data.length === 0) return null
  return (
    <section className="section referrals" aria-label={t('Referred to you')}>
      <h2>{t('Referred to you')}</h2>
      <ul>
        {data.map((referral) => (
          <ReferralLine
            key={referral.id}
            referral={referral}
            who={<Link to={`/dashboard/patients/${referral.patient}?tab=visit`}>{referral.patient_name}</Link>}
          />
        ))}
      </ul>
    </section>
  )
}
