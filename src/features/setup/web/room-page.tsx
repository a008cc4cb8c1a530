import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { getSetUp } from '../contract-room.ts'
import { DemonstrationPanel } from './demonstration-panel.tsx'
import type { SentSetUp } from './room-words.ts'
import './set-up.css'
import { StepList } from './step-list.tsx'

const progressOf = ({ steps }: SentSetUp) =>
  t('{{done}} of {{all}} done', { done: number(steps.filter(({ state }) => state !== 'open').length), all: number(steps.length) })

/** What a clinic sees to after its first start: every step can wait, be skipped, and is found here again. */
export const RoomPage = () => {
  // Whoever comes back from a room looks for what they have done there.
  const state = useQuery({ ...query(getSetUp), staleTime: 0 })
  return (
    <Page
      title={t('Set-up')}
      sub={state.data ? progressOf(state.data) : '\u00a0'}
      actions={
        <Button component={Link} to="/dashboard/reception-interface" variant="filled">
          {t('Go to the reception')}
        </Button>
      }
    >
      <FourStates of={state}>
        {(found) => (
          <div className="form-stack set-up-room">
            <StepList of={found} />
            <DemonstrationPanel of={found.demonstration} />
          </div>
        )}
      </FourStates>
    </Page>
  )
}
