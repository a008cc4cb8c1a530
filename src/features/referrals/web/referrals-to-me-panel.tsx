import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { listReferrals } from '../contract.ts'
import { ReferralLine } from './referral-line.tsx'
import styles from './referrals.module.css'
import { PHONE } from '#web/look/tokens.ts'

/** The queue beneath stays in sight. */
const SHOWN = 3
const SHOWN_ON_PHONE = 1

/** What waits for the person signed in, or for a department; nothing while there is nothing. */
export const ReferralsToMe = () => {
  const [isWhole, setWhole] = useState(false)
  const shown = useMediaQuery(PHONE) ? SHOWN_ON_PHONE : SHOWN
  const { data = [] } = useQuery(query(listReferrals, { query: { to_me: 'true', limit: 50 } }))
  if (data.length === 0) return null
  return (
    <section className={`section stack min-w-0 gap-4 ${styles.referralsMine}`} aria-label={t('Referred to you')}>
      <div className="row">
        <h2 className="grow">{t('Referred to you')}</h2>
        {data.length > shown && (
          <Button size="compact-sm" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('Show fewer') : `${t('Show all')} (${data.length})`}
          </Button>
        )}
      </div>
      <ul className="bare-list">
        {(isWhole ? data : data.slice(0, shown)).map((referral) => (
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
