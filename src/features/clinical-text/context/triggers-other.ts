/** What clinicians of the region write among English; rows as in triggers-english.ts, accents left out. */
export const swahili = `
negated before 5 list: hakuna, hana, sina, hamna, bila, hawana, hajawahi kuwa na, hajapata, amekataa, anakataa
negated after 2: hakuna, hana, hapana
possible before 4: huenda, labda, inawezekana, anahisiwa kuwa na
historical before 5: aliwahi kuwa na, aliwahi kupata, zamani, historia ya
historical after 5: zamani, mwaka jana, miaka iliyopita, utotoni
hypothetical before 12 list: endapo, iwapo, akipata, ukipata
family before 6 list: mama yake, baba yake, kaka yake, dada yake, ndugu yake, historia ya familia, katika familia
end negated: lakini, isipokuwa, ila
end historical: lakini, sasa, leo
`

/** French, as above. */
export const french = `
negated before 6 list: pas de, pas d'une, pas d'un, aucun, aucune, sans, absence de, absence d'une, nie, exclut, elimine, ni, negatif
  pour, indemne de
negated after 3: absent, absente, negatif, negative, exclu, exclue, ecarte, ecartee, elimine, eliminee
before: pas de changement, pas d'amelioration, sans changement, sans amelioration, pas seulement
possible before 5 list: possible, probable, suspicion de, suspicion d'une, evoquant, suspect de, peut-etre, a eliminer
possible after 3: a eliminer, possible, probable, suspecte, suspectee, n'est pas exclu, n'est pas exclue
historical before 8 list: antecedent de, antecedents de, antecedent d', atcd de, atcd, antecedents d'une, ancien, ancienne
historical after 6: dans l'enfance, dans le passe, il y a NUMBER ans, en YEAR
hypothetical before 15 list: en cas de, en cas d', risque de, prevention de, prevention du, prophylaxie
family before 8 list: antecedents familiaux, antecedents familiaux de, mere, pere, frere, soeur, oncle, tante, grand-mere, grand-pere
end negated: mais, sauf, hormis, cependant, toutefois, qui
end historical: mais, actuellement, aujourd'hui
`
