import type { TriageScale } from '#features/attendance/rules.ts'
import { t } from '#web/i18n.ts'
import { levelOf } from '../levels.ts'
import styles from './level.module.css'

/** A triage level in its colour and its words: `2 Very urgent`, or short by its number. The colour is a mark beside them, never the only sign. */
export const LevelName = ({ scale, level, isShort = false }: { scale: TriageScale; level: number; isShort?: boolean }) => {
  const found = levelOf(scale, level)
  if (!found) return null
  return (
    <span className="level small" title={isShort ? t(found.name) : undefined}>
      <i className={`rigid ${styles.levelMark}`} data-colour={found.colour} aria-hidden />
      <span className="clip">
        <b className="num">{level}</b> {!isShort && t(found.name)}
      </span>
    </span>
  )
}
