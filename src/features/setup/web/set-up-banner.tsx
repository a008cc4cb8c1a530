import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useAction } from '#web/calls/use-action.ts'
import { getSetUp, markSetUpStep } from '../contract.ts'
import styles from './set-up-banner.module.css'

/** How far the set-up is, where the people of a new clinic land; until all is done, or somebody puts it away for everybody. */
export const SetUpBanner = () => {
  const { data } = useQuery(query(getSetUp))
  const { run, isRunning } = useAction()
  if (!data || data.is_line_hidden) return null
  const open = data.steps.filter(({ state }) => state === 'open').length
  if (open === 0) return null
  const all = data.steps.length
  return (
    <p className={`in-row gap-4 text-s ${styles.setUpLine} num`}>
      <Link to="/dashboard/administration/set-up">{t('Set-up: {done} of {all} done', { done: number(all - open), all: number(all) })}</Link>
      <ActionIcon
        loading={isRunning}
        aria-label={t('Hide this line')}
        onClick={() => run(() => call(markSetUpStep, { params: { step: 'line' }, body: { is_skipped: true } }))}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </p>
  )
}
