import { type Culture, list } from './names-culture.ts'

const polishFeminine = (second: string) => second.replace(/([sc]k|dzk)i$/, '$1a').replace(/ny$/, 'na')
const slavicFeminine = (second: string) =>
  /(ov|ev|in|ý)$/.test(second) ? (second.endsWith('ý') ? second.replace(/ý$/, 'á') : `${second}a`) : second

export const europe: readonly Culture[] = [
  {
    name: 'British and Irish',
    weight: 1.4,
    foreign: true,
    doubled: 0.5,
    joined: { share: 0.06, sign: '-' },
    female:
      list(`Emma, Charlotte, Olivia, Sophie, Claire, Fiona, Siobhán, Aoife, Niamh, Róisín, Caitlin, Eleanor, Emily, Georgina, Harriet, Helen, Imogen, Isla, Jessica, Karen, Laura, Linda, Lucy, Megan,
      Natalie, Rachel, Rebecca, Rhiannon, Sarah-Jane, Victoria, Mary-Anne, Gráinne, Orla, Sinéad`),
    male: list(`Oliver, James, Thomas, William, Harry, Jack, Seán, Ciarán, Pádraig, Alistair, Andrew, Angus, Callum, Charles, Craig, Declan, Duncan, Edward, Euan, Gareth, Graham, Hamish, Hugh, Ian, Keith, Liam,
      Nigel, Oisín, Rhys, Robert, Rory, Stuart, Simon, Trevor`),
    second:
      list(`Smith, Jones, Williams, Taylor, Brown, O'Brien, Murphy, O'Connor, Evans, Wilson, Thomas, Roberts, Johnson, Walker, Wright, Robinson, Thompson, White, Hughes, Edwards, Green, Hall, Wood, Harris,
      Clarke, O'Sullivan, McCarthy, MacDonald, O'Neill, Kelly, Ryan, Byrne, Fitzgerald, Campbell, McGregor, Stewart, Davies, Ó Dálaigh, Ní Bhriain, Featherstonehaugh, Cholmondeley, Griffiths, Lewis, O'Shea`),
  },
  {
    name: 'German',
    weight: 0.5,
    foreign: true,
    doubled: 0.25,
    joined: { share: 0.08, sign: '-' },
    female: list(
      `Anna, Sabine, Ursula, Petra, Monika, Käthe, Heike, Birgit, Claudia, Gisela, Ingrid, Jana, Karin, Lena, Marlene, Renate, Sophie, Susanne, Anna-Lena, Bärbel, Silke`,
    ),
    male: list(
      `Jürgen, Klaus, Wolfgang, Hans-Peter, Stefan, Andreas, Günther, Jörg, Uwe, Björn, Dieter, Friedrich, Heinz, Karl-Heinz, Lukas, Manfred, Matthias, Rolf, Sönke, Thomas, Tobias, Götz`,
    ),
    second:
      list(`Müller, Schmidt, Schneider, Fischer, Weber, Meyer, Wagner, Becker, Schulz, Hoffmann, Schäfer, Koch, Bauer, Richter, Klein, Wolf, Schröder, Neumann, Schwarz, Zimmermann, Braun, Krüger, Hofmann,
      Hartmann, Lange, Weiß, Groß, Köhler, Jäger, Böhm, von Bülow, Strauß`),
  },
  {
    name: 'Polish',
    weight: 0.35,
    foreign: true,
    feminine: polishFeminine,
    female: list(
      `Agnieszka, Małgorzata, Katarzyna, Magdalena, Joanna, Zofia, Bożena, Grażyna, Jadwiga, Łucja, Wiesława, Ewa, Halina, Krystyna, Żaneta, Elżbieta`,
    ),
    male: list(
      `Łukasz, Paweł, Michał, Wojciech, Krzysztof, Andrzej, Jacek, Grzegorz, Zbigniew, Stanisław, Mieczysław, Marcin, Rafał, Tadeusz, Władysław, Bogusław`,
    ),
    second:
      list(`Nowak, Kowalski, Wiśniewski, Wójcik, Kowalczyk, Kamiński, Lewandowski, Zieliński, Szymański, Woźniak, Dąbrowski, Kozłowski, Jankowski, Mazur, Wojciechowski, Krawczyk, Kaczmarek, Grabowski,
      Pawłowski, Michalski, Zając, Król, Wróbel, Żak, Śliwa, Źrebiec`),
  },
  {
    name: 'Nordic',
    weight: 0.45,
    foreign: true,
    doubled: 0.2,
    female: list(
      `Ingrid, Astrid, Åsa, Sølvi, Kirsten, Märta, Päivi, Aino, Solveig, Bjørg, Anna-Karin, Freja, Guðrún, Hanne, Liv, Þórunn, Sigrid, Tuuli`,
    ),
    male: list(`Lars, Björn, Søren, Åke, Håkan, Jørgen, Knut, Øyvind, Magnús, Mikko, Väinö, Þór, Erik, Nils, Ole, Sven, Tor, Jukka`),
    second:
      list(`Hansen, Johansson, Andersen, Nilsson, Sørensen, Bjørnson, Åkesson, Lindström, Sjöberg, Østergaard, Ødegård, Virtanen, Mäkinen, Hämäläinen, Korhonen, Sigurðsson, Berg, Dahl, Haugen, Holm, Kjær, Nygård,
      Strand, Åberg`),
  },
  {
    name: 'Spanish and Portuguese',
    weight: 0.7,
    foreign: true,
    language: 'Portuguese',
    doubled: 0.3,
    joined: { share: 0.55, sign: ' ' },
    female: list(
      `María, Carmen, Lucía, Inês, Conceição, Begoña, Ángela, Beatriz, Camila, Concepción, Fátima, Graça, Isabel, Joana, Lourdes, Luísa, Mónica, Núria, Paula, Pilar, Rocío, Soledad, Teresa, Valentina, Ximena`,
    ),
    male: list(
      `José, João, Antonio, Manuel, Jesús, Andrés, Ángel, Diogo, Duarte, Gonçalo, Íñigo, Iván, Javier, Joaquín, Jorge, Luís, Martín, Miguel, Nuno, Óscar, Pedro, Ramón, Raúl, Rui, Sebastián, Tomás`,
    ),
    second:
      list(`García, Fernández, González, Rodríguez, López, Martínez, Sánchez, Pérez, Gómez, Silva, Santos, Ferreira, Pereira, Oliveira, Costa, Rodrigues, Martins, Gonçalves, Fernandes, Araújo, Núñez, Muñoz, Peña, Ibáñez, Ordóñez,
      Magalhães, Guimarães, Simões, da Conceição, dos Santos, de la Cruz, Machel, Chissano, Zúñiga`),
  },
  {
    name: 'French',
    weight: 0.35,
    foreign: true,
    doubled: 0.2,
    joined: { share: 0.06, sign: '-' },
    female: list(
      `Hélène, Françoise, Zoé, Chloé, Anne-Laure, Marie-Ève, Noémie, Eugénie, Cécile, Léa, Maëlle, Aurélie, Agnès, Océane, Solène, Thaïs`,
    ),
    male: list(
      `François, Jérôme, Benoît, Étienne, Loïc, Jean-Luc, Rémi, Gaëtan, Hervé, Théo, Mickaël, Clément, Stéphane, Jean-François, Léo, Noël`,
    ),
    second: list(
      `Martin, Bernard, Dubois, Lefèvre, Moreau, Girard, Rousseau, Lefébvre, L'Hôpital, D'Aboville, de La Tour, Beauséjour, Géraud, Hébert, Lévêque, Mallarmé, Noël, Prévost, Régnier, Sévigné, Tréville, Vasseur`,
    ),
  },
  {
    name: 'Eastern European',
    weight: 0.35,
    foreign: true,
    language: 'Russian',
    feminine: slavicFeminine,
    female: list(`Olga, Natalya, Svetlana, Oksana, Zdeňka, Božena, Jiřina, Kateřina, Ludmila, Tereza, Erzsébet, Ștefania, Ioana, Željka`),
    male: list(`Dmytro, Ivan, Oleksandr, Jiří, Václav, Ondřej, Tomáš, László, György, Ștefan, Željko, Đorđe, Mihai, Sergei`),
    second: list(
      `Ivanov, Petrov, Novák, Dvořák, Černý, Procházka, Horváth, Nagy, Szabó, Kovács, Popescu, Ionescu, Țurcanu, Đorđević, Živković, Hašek, Shevchenko, Kovalenko, Bondarenko, Orlov`,
    ),
  },
]
