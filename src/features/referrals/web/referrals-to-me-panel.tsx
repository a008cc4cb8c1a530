import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { listReferrals } from '../contract.ts'
import { countLate } from './late-referrals.ts'
import { ReferralLine } from './referral-line.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'
import { Status } from '#web/ui/status.tsx'
import styles from './referrals.module.css'

/** What waits for the person signed in, or for a department; nothing while there is nothing. One line until it is opened: the queue beneath comes first. */
export const ReferralsToMe = () => {
  const [isWhole, setWhole] = useState(false)
  const { data = [] } = useQuery(query(listReferrals, { query: { to_me: 'true', limit: 50 } }))
  if (data.length === 0) return null
  const late = countLate(data, clinicNow())
  return (
    <section
      data-open={isWhole || undefined}
      className={`section stack min-w-0 gap-4 ${styles.referralsMine}`}
      aria-label={t('Referred to you')}
    >
      <div className="row">
        <h2>{t('Referred to you')}</h2>
        <span className="grow">{late > 0 && <Status tone="attention">{t('{count} older than 7 days', { count: late })}</Status>}</span>
        <Button size="compact-sm" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Hide') : `${t('Show all')} (${data.length})`}
        </Button>
      </div>
      <ul className="bare-list" hidden={!isWhole}>
        {(isWhole ? data : []).map((referral) => (
          <ReferralLine
            key={referral.id}
            referral={referral}
            who={
              <>
                <Link className="link" to={`/dashboard/patients/${referral.patient}?tab=visit`}>
                  {referral.patient_name}
                </Link>{' '}
                <ListedAllergies patient={referral.patient} />
              </>
            }
          />
        ))}
      </ul>
    </section>
  )
}
