import { Button } from '@mantine/core'
import { IconFlask2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { AddButton } from '#web/ui/add-button.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { createPanel } from '../contract.ts'
import { addStarterTests } from '../contract-settings.ts'
import './lab-catalogue.css'
import { TestsList } from './tests-list.tsx'

const ProfilesList = lazy(async () => ({ default: (await import('./profiles-list.tsx')).ProfilesList }))
const SpecimensList = lazy(async () => ({ default: (await import('./specimens/specimens-list.tsx')).SpecimensList }))

const UnconfirmedList = lazy(async () => ({ default: (await import('./ranges/unconfirmed-list.tsx')).UnconfirmedList }))

const HOME = '/dashboard/laboratory/catalogue'
const tabs = ['tests', 'profiles', 'specimens', 'unconfirmed'] as const
type Tab = (typeof tabs)[number]
const tabWord = (tab: Tab) =>
  ({
    tests: () => t('Tests'),
    profiles: () => t('Profiles'),
    specimens: () => t('Specimens and containers'),
    unconfirmed: () => t('Ranges to confirm'),
  })[tab]()
const addressOf = (tab: Tab) => (tab === 'tests' ? HOME : `${HOME}/${tab}`)

/** Adds what most laboratories measure, after a question. */
const useStarter = () => {
  const { run, isRunning } = useDeed()
  const add = async () => {
    const isMeant = await confirm({
      title: t('Add the starter tests?'),
      text: t(
        'The tests, profiles and reference ranges that most laboratories have. What is here already stays as it is; ages without a range get one. The laboratory confirms the ranges afterwards.',
      ),
      action: t('Add the starter tests'),
    })
    if (!isMeant) return
    run(async () => {
      const { panels, profiles, ranges } = await call(addStarterTests, { body: {} })
      void queryClient.invalidateQueries()
      const added = { tests: number(panels), profiles: number(profiles), ranges: number(ranges) }
      toast.done(
        t(
          'Added: {{tests}} tests, {{profiles}} profiles, {{ranges}} reference ranges. Confirm the ranges after comparing them with your own.',
          added,
        ),
      )
    })
  }
  return { add: () => void add(), isRunning }
}

/** What the laboratory can measure: its tests with their ranges, the profiles that are asked for together, what they are taken into. */
export const CataloguePage = () => {
  const { can } = useRights()
  const { pathname } = useLocation()
  const go = useNavigate()
  const starter = useStarter()
  const tab = tabs.find((one) => pathname === addressOf(one)) ?? 'tests'
  const mayChange = can(createPanel)
  const starterButton = mayChange && (
    <Button leftSection={<IconFlask2 size={16} aria-hidden />} loading={starter.isRunning} onClick={starter.add}>
      {t('Add the starter tests')}
    </Button>
  )
  const actions = mayChange && tab !== 'specimens' && tab !== 'unconfirmed' && (
    <>
      {starterButton}
      {tab === 'tests' ? (
        <AddButton label={t('Add test')} onClick={() => void go(`${HOME}/panels/new`)} />
      ) : (
        <AddButton label={t('Add profile')} onClick={() => void go(`${HOME}/profiles/new`)} />
      )}
    </>
  )
  return (
    <Page
      title={t('Tests and ranges')}
      sub={t('What this laboratory measures, and the ranges its results are compared with')}
      actions={actions}
    >
      <PartTabs
        label={t('Tests and ranges')}
        parts={tabs.map((key) => ({ key, label: tabWord(key) }))}
        value={tab}
        onChange={(next) => void go(addressOf(next))}
        panel="lab-catalogue-panel"
      />
      <div id="lab-catalogue-panel" role="tabpanel" className="lc-panel" aria-label={tabWord(tab)}>
        {tab === 'tests' && <TestsList starter={starterButton} />}
        <Suspense fallback={<Loading rows={10} height={28} />}>
          {tab === 'profiles' && <ProfilesList starter={starterButton} />}
          {tab === 'specimens' && <SpecimensList />}
          {tab === 'unconfirmed' && <UnconfirmedList />}
        </Suspense>
      </div>
    </Page>
  )
}
