import type { Sql } from 'postgres'

const things =
  'silk candle velvet oil massager ring mask pouch box salts balm robe stone soap blanket cushion bowl tray lamp vase mirror comb brush ribbon gloves slippers scarf bottle jar spray cream lotion mist set case stand cord tassel wand pearl'.split(
    ' ',
  )
const firsts =
  'amber ash autumn birch black blue bright cedar cloud copper coral dawn dusk ember fern fire flint frost garden gold green harbour hazel heather ivory jade lake lark laurel linden marsh mead moon moss night oak ocean olive opal pine plum rain raven river rose sage salt sand shell silver sky snow star storm summer sun thorn water wild willow wind winter'.split(
    ' ',
  )
const seconds =
  'bark bell berry bloom bough branch brook cliff cove crest dale drift edge fall feather field flame flower ford gate glade glen glow grove haven heart hill hollow lace land leaf light mark meadow mere mill moor path petal pool reed ridge root shade shore song spring stem stream thread tide vale veil wake wave weave well whisper wing wood'.split(
    ' ',
  )
const given =
  'Ada Amir Anna Ben Carys Chloe Daisy David Elsie Emma Euan Freya George Grace Harry Holly Imran Iris Jack James Joan Karim Leah Lily Luca Mabel Maya Mina Nadia Nina Noah Nora Olga Omar Owen Priya Rhys Rosa Ruth Sam Sara Seren Tara Theo Tom Una Vera Wren Yusuf Zara'.split(
    ' ',
  )
const family =
  'Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke Khan Morris Hughes Turner Hill Cooper Ward Moore Clark Baker Harrison King Morgan Allen James Scott Ali Phillips Watson'.split(
    ' ',
  )

/** The word of one product alone. */
export const rareWord = 'quillback'
/** A word of about a quarter of all products. */
export const frequentWord = 'silk'
/** A word of about one product in 800. */
export const ordinaryWord = 'ravenglade'
/** The family name of about one customer in 40. */
export const frequentName = 'Smith'

const compounds = firsts
  .flatMap((first) => seconds.map((second) => first + second))
  .filter((word) => word !== ordinaryWord)
// Neighbours in the list are strangers in the alphabet; 617 has no divisor in common with the number of compounds.
const strewn = compounds.map((_, place) => compounds[(place * 617) % compounds.length] ?? '')
const words = [...things, ...strewn.slice(0, 260), ordinaryWord, ...strewn.slice(260, 1960)]

/**
 * Makes the schema `growth` with about 2,000 words by frequency (rank 1 is the commonest), 10,000 sentences and the names
 * of people, and `growth.unit(i, k)`: the k-th of the numbers from 0 to 1 that belong to i, the same every time.
 */
export async function makeVocabulary(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema growth;
    create function growth.unit(i bigint, k int) returns float8 language sql immutable
      return (hashint8extended(i, k) & 1099511627775)::float8 / 1099511627776;
    -- The word of rank r comes about 1/r as often as the first, as in any language.
    create function growth.rank(i bigint, k int, most int) returns int language sql immutable
      return floor(exp(growth.unit(i, k) * ln(most)))::int;
    create table growth.words (rank int primary key, word text not null);
    create table growth.sentences (id int primary key, sentence text not null);
    create table growth.people (id int primary key, first_name text not null, last_name text not null)`)
  await sql`insert into growth.words select place, word from unnest(${words}::text[]) with ordinality as given (word, place)`
  await sql`
    insert into growth.sentences
    select id, string_agg(word, ' ' order by place)
    from generate_series(0, 9999) as id, generate_series(1, 12) as place
    join lateral (select growth.rank(id, place, ${words.length})) as drawn (rank) on true
    join growth.words on words.rank = drawn.rank
    group by id`
  await sql`
    insert into growth.people
    select (f.place - 1) * ${family.length} + l.place - 1, f.name, l.name
    from unnest(${given}::text[]) with ordinality as f (name, place), unnest(${family}::text[]) with ordinality as l (name, place)`
}

/** How many words and people there are, for drawing from them. */
export const wordCount = words.length
export const thingCount = things.length
export const peopleCount = given.length * family.length
