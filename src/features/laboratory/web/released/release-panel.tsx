import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { decideLabRelease, getLabRelease } from '#features/laboratory/contract-results.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useAction } from '#web/calls/use-action.ts'

type Release = ResponseOf<typeof getLabRelease>

/** What the patient sees now, in words. */
const releaseText = ({ released, at_clinic, hidden }: Release): string =>
  [
    released > 0 && t('In the portal: {n}', { n: released }),
    at_clinic > 0 && t('Given at the clinic: {n}', { n: at_clinic }),
    hidden > 0 && t('Not shown yet: {n}', { n: hidden }),
  ]
    .filter(Boolean)
    .join(' · ')

const Actions = ({ id, release }: { id: number; release: Release }) => {
  const { run, isRunning } = useAction()
  const decide = async (is_held: boolean) => {
    const reason = await askReason(
      is_held
        ? {
            title: t('Withhold these results from the portal?'),
            text: t('The patient sees that results are ready and is asked to contact the clinic.'),
            action: t('Withhold'),
          }
        : {
            title: t('Release these results to the portal?'),
            text: t('Includes results that are given in person. Critical values not yet notified stay withheld.'),
            action: t('Release'),
          },
    )
    if (reason === null) return
    run(
      () => call(decideLabRelease, { params: { id }, body: { is_held, reason } }),
      is_held ? t('Withheld from the portal.') : t('Released to the portal.'),
    )
  }
  const mayRelease = release.is_held || release.at_clinic + release.hidden > 0
  return (
    <div className="row wrap no-print">
      {!release.is_held && (
        <Button loading={isRunning} onClick={() => void decide(true)}>
          {t('Withhold from portal')}
        </Button>
      )}
      {mayRelease && (
        <Button loading={isRunning} onClick={() => void decide(false)}>
          {t('Release')}
        </Button>
      )}
    </div>
  )
}

/** What the patient sees of a request's results online, by whose word, and the way to hold them back or to release them. */
export const ReleasePanel = ({ id }: { id: number }) => {
  const { can } = useRights()
  const asked = useQuery(query(getLabRelease, { params: { id } }))
  return (
    <section className="section" aria-label={t('For the patient')}>
      <h2>{t('For the patient')}</h2>
      <FourStates query={asked} loading={<Loading rows={2} />}>
        {(release) => (
          <>
            <p className="num">{releaseText(release)}</p>
            {release.decisions.map(({ id: decision, is_held, reason, decided_at, decided_by_name }) => (
              <p key={decision} className="small">
                <b>{is_held ? t('Withheld') : t('Released')}</b>: <bdi>{reason}</bdi>{' '}
                <span className="t3 num">
                  · <bdi>{decided_by_name}</bdi> · {dateTime(decided_at)}
                </span>
              </p>
            ))}
            {can(decideLabRelease) && <Actions id={id} release={release} />}
          </>
        )}
      </FourStates>
    </section>
  )
}
