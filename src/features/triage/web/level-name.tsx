import type { TriageScale } from '#features/attendance/rules.ts'
import { t } from '#web/i18n.ts'
import { levelOf } from '../levels.ts'
import './level.css'

/** A triage level in its colour and its words: `2 Very urgent`. The colour is a mark beside them, never the only sign. */
export const LevelName = ({ scale, level }: { scale: TriageScale; level: number }) => {
  const found = levelOf(scale, level)
  if (!found) return null
  return (
    <span className="level small">
      <i className="level-mark" data-colour={found.colour} aria-hidden />
      <span className="clip">
        <b className="num">{level}</b> {t(found.name)}
      </span>
    </span>
  )
}
