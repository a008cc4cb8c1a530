import { Button, Kbd } from '@mantine/core'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { createReferral, listReferrals } from '../contract.ts'
import { ReferralLine } from './referral-line.tsx'

const ReferralDialog = lazy(async () => ({ default: (await import('./referral-dialog.tsx')).ReferralDialog }))
const REFER_KEY = 'Alt+R'

/** The referrals of a visit, and the button that makes one. */
export const ReferralPanel = ({ visit }: { visit: { id: number; closed_at?: string | null; pregnancy?: PregnancyOnScreen | null } }) => {
  const { can } = useRights()
  const [isOpen, setOpen] = useState(false)
  const mayRefer = can(createReferral) && !visit.closed_at
  useKeys(mayRefer ? [{ keys: REFER_KEY, label: t('Refer patient'), run: () => setOpen(true) }] : [])
  return (
    <section className="stack min-w-0 gap-4" aria-label={t('Referrals')}>
      <h3 className="in-row strong size-m gap-4 t3-icons">
        <IconSend size={16} stroke={1.5} aria-hidden />
        {t('Referrals')}
      </h3>
      <FourStates
        query={useQuery(query(listReferrals, { query: { visit: visit.id, limit: 100 } }))}
        loading={<Loading rows={1} height={32} />}
      >
        {(referrals) =>
          referrals.length > 0 ? (
            <ul className="bare-list">
              {referrals.map((referral) => (
                <ReferralLine key={referral.id} referral={referral} />
              ))}
            </ul>
          ) : (
            <p className="t3">{t('No referrals')}</p>
          )
        }
      </FourStates>
      {mayRefer && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">{keyLabel(REFER_KEY)}</Kbd>}
          onClick={() => setOpen(true)}
        >
          {t('Refer patient')}
        </Button>
      )}
      <Suspense>{isOpen && <ReferralDialog visit={visit.id} pregnancy={visit.pregnancy} onClose={() => setOpen(false)} />}</Suspense>
    </section>
  )
}
