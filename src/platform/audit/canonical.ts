import { sql, type RawBuilder } from 'kysely'

/*
 * What a seal is made of, as SQL that depends on no setting, no zone and no function of the database's own: sealing and verifying send the
 * same text, so nothing that somebody changed in the database takes part in the judgement. docs/audit.md says it for other programs.
 */

const counted = (text: RawBuilder<unknown>) => sql`coalesce(length(${text})::text, '-'), ${text}`
const orDash = (number: RawBuilder<unknown>) => sql`coalesce(${number}::text, '-')`

/** Everything that the row `a` of the trail says but its id. Each text stands behind its length, and a dash for nothing: no two rows read alike. */
const canonicalText = sql`concat_ws(',', extract(epoch from a.at), ${orDash(sql`a.actor_id`)}, ${orDash(sql`a.entity_id`)}, ${orDash(sql`a.patient_id`)},
  ${counted(sql`a.action`)}, ${counted(sql`a.entity`)}, ${counted(sql`a.request_id`)}, ${counted(sql`a.ip`)}, a.change)`

const leaf = sql`sha256('\\x00'::bytea || convert_to(a.id || ',' || ${canonicalText}, 'UTF8'))`

/** Eight bytes for what the row `a` says, whatever its id: they name the row that was touched, and tell rows that were swapped. */
export const fingerprint = sql`substr(sha256(convert_to(${canonicalText}, 'UTF8')), 1, 8)`

/**
 * The Merkle root (RFC 6962) over the rows of the trail from one id to another, as a scalar subquery: leaves in the order of ids, joined in
 * pairs, an odd one carried up. Null where there is no row.
 */
export const rootOf = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`(
  with recursive tree (nodes) as (
    select string_agg(${leaf}, ''::bytea order by a.id) from audit_log a where a.id between ${from} and ${to}
    union all
    select (
      select string_agg(
        case when length(nodes) > 64 * i + 32 then sha256('\\x01'::bytea || substr(nodes, 64 * i + 1, 64)) else substr(nodes, 64 * i + 1, 32) end,
        ''::bytea order by i)
      from generate_series(0, (length(nodes) - 1) / 64) i)
    from tree where length(nodes) > 32)
  select nodes from tree where length(nodes) = 32)`

/** The hash of the seal `s`: over all that it says, and the hash of the seal before it. */
export const sealHash = sql`sha256(convert_to(concat_ws(',', s.number, s.from_id, s.to_id, s.rows, extract(epoch from s.first_at),
  extract(epoch from s.last_at), s.ids, extract(epoch from s.sealed_at), encode(sha256(s.fingerprints), 'hex'), encode(s.root, 'hex'),
  encode(s.previous, 'hex')), 'UTF8'))`

/** What stands before the first seal. */
export const noSeal = sql`decode(repeat('00', 32), 'hex')`
