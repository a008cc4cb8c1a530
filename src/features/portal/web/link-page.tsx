import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { getPortalOverview } from '../contract-overview.ts'
import { getOwnLink } from '#features/patients/contract-own.ts'
import { LinkConfirm } from './link-confirm.tsx'
import { LinkCode } from './link-code.tsx'
import { LinkSlip } from './link-slip.tsx'
import './link-page.css'

/** News of the link comes by itself; where it does not, the page asks. */
const ASK_AGAIN_MS = 15_000

const Linked = () => (
  <Empty
    icon={IconCircleCheck}
    title={t('Your record is linked')}
    action={
      <Button variant="filled" component={Link} to="/patient-overview" replace>
        {t('Open my record')}
      </Button>
    }
  >
    {t('You can now see your appointments, results, prescriptions and bills here.')}
  </Empty>
)

const Ways = ({ onSent }: { onSent: () => void }) => (
  <>
    <p className="t2">
      {t(
        'Only the clinic can say which record is yours: that way nobody reads what is not theirs. There are two ways, and each takes a minute.',
      )}
    </p>
    <LinkCode />
    <LinkSlip onSent={onSent} />
  </>
)

/** How an account comes to its record: a code that is shown at the desk, or the code on a slip of the desk; then it is confirmed. */
export const LinkPage = () => {
  const asked = useQuery({
    ...query(getPortalOverview),
    refetchInterval: ({ state }) => (state.data?.is_linked ? false : pollAfter(ASK_AGAIN_MS, state)),
  })
  const isLinked = asked.data?.is_linked === true
  const waiting = useQuery({
    ...query(getOwnLink),
    enabled: asked.data !== undefined && !isLinked,
    refetchInterval: isLinked ? false : ASK_AGAIN_MS,
  })
  const again = () => {
    void asked.refetch()
    void waiting.refetch()
  }
  return (
    <Page title={t('Link my record')} narrow>
      {isLinked ? (
        <Linked />
      ) : (
        <FourStates of={asked}>
          {() => (
            <FourStates of={waiting}>
              {({ request }) => (request ? <LinkConfirm request={request} onLinked={again} /> : <Ways onSent={again} />)}
            </FourStates>
          )}
        </FourStates>
      )}
    </Page>
  )
}
