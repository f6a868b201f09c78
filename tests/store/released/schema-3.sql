PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1330004785;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE achievements (                    -- with which hand somebody first reached what
    guild_id  INTEGER NOT NULL,                -- this and the number are the booking's
    player_id INTEGER NOT NULL REFERENCES players,
    kind      TEXT NOT NULL,                   -- see bot.values.ledger.FeatKind
    hand_id   INTEGER NOT NULL REFERENCES bookings,
    number    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE arrivals (                        -- who sat down at a table of a tournament when
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    round     INTEGER NOT NULL,                -- before which they did
    came_from INTEGER REFERENCES tables,       -- NULL: they were drawn here, or came late
    brought   INTEGER NOT NULL,                -- their stack, less what they had won here before
    PRIMARY KEY (table_id, player_id, round)
) STRICT, WITHOUT ROWID;
CREATE TABLE attempts (                        -- how somebody plays such a deal
    player_id INTEGER NOT NULL REFERENCES players,
    deal_id   INTEGER NOT NULL REFERENCES fixed_deals,
    practice  INTEGER NOT NULL,                -- 1: for practice, which may be done again
    guild_id  INTEGER,                         -- where it was begun; NULL outside servers
    is_told   INTEGER NOT NULL,                -- 1: the server's summary tells of it
    began_at  INTEGER NOT NULL,
    log       TEXT NOT NULL DEFAULT '',        -- placements, one a line
    ended_at  INTEGER,
    points    INTEGER,                         -- once it is over
    costs     TEXT,                            -- what each decision gave away; NULL: not judged
    judge     INTEGER, variant TEXT NOT NULL DEFAULT 'pineapple', level TEXT NOT NULL DEFAULT 'steady', seat INTEGER NOT NULL DEFAULT 1, visits TEXT NOT NULL DEFAULT '0 0', number INTEGER NOT NULL DEFAULT 1, total INTEGER NOT NULL DEFAULT 0,                         -- the version of the judge
    PRIMARY KEY (player_id, deal_id, practice)
) STRICT, WITHOUT ROWID;
CREATE TABLE ballots (
    vote_id   INTEGER NOT NULL REFERENCES votes,
    player_id INTEGER NOT NULL REFERENCES players,
    agrees    INTEGER NOT NULL,
    PRIMARY KEY (vote_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE best_boards (                     -- of a tournament's table: the most royalties, or points
    table_id  INTEGER PRIMARY KEY REFERENCES tables,
    hand      INTEGER NOT NULL,                -- its number
    player_id INTEGER NOT NULL REFERENCES players,
    board     TEXT NOT NULL,                   -- front / middle / back
    front     INTEGER NOT NULL,                -- royalties by row
    middle    INTEGER NOT NULL,
    back      INTEGER NOT NULL,
    points    INTEGER NOT NULL                 -- won with it
) STRICT;
CREATE TABLE bookings (                        -- the hands of a server's ledger
    hand_id    INTEGER PRIMARY KEY REFERENCES hands,
    guild_id   INTEGER NOT NULL,
    number     INTEGER NOT NULL,               -- counted within the server from 1
    season     INTEGER NOT NULL,               -- the season's number, 0 outside of any
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    booked_at  INTEGER NOT NULL,
    day        INTEGER NOT NULL CHECK (day > 0), -- of booked_at
    origin     TEXT NOT NULL CHECK (origin IN ('table', 'recorded')),
    is_void    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (guild_id, number)
) STRICT;
INSERT INTO "bookings" VALUES(1,1576304513415905308,1,1,1576304513415905314,'pineapple',1795890682,20785,'table',0);
INSERT INTO "bookings" VALUES(2,1576304513415905308,2,1,1576304513415905314,'pineapple',1795890682,20785,'table',1);
INSERT INTO "bookings" VALUES(3,1576304513415905308,3,1,1576304513415905314,'pineapple',1795890682,20785,'table',0);
INSERT INTO "bookings" VALUES(4,1576304513415905308,4,2,1576304513415905314,'pineapple',1795890682,20785,'table',0);
CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY,
    deal_id    INTEGER NOT NULL UNIQUE REFERENCES fixed_deals,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,               -- where it is told of
    locale     TEXT NOT NULL,
    player_id  INTEGER NOT NULL REFERENCES players, -- who challenges
    rival_id   INTEGER NOT NULL REFERENCES players, -- who is challenged
    ends_at    INTEGER NOT NULL,
    state      TEXT NOT NULL DEFAULT 'open'
               CHECK (state IN ('open', 'played', 'declined', 'recalled', 'late', 'gone')),
    due_at     INTEGER                         -- when something is to be told or it ends
) STRICT;
CREATE TABLE consents (                        -- who has to agree to a proposal, and has
    proposal_id INTEGER NOT NULL REFERENCES proposals,
    place       INTEGER NOT NULL,              -- in the order of the boards
    player_id   INTEGER NOT NULL REFERENCES players,
    agreed_at   INTEGER,
    PRIMARY KEY (proposal_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "consents" VALUES(1,1,1,NULL);
INSERT INTO "consents" VALUES(1,2,2,NULL);
INSERT INTO "consents" VALUES(1,0,3,NULL);
INSERT INTO "consents" VALUES(2,2,1,NULL);
INSERT INTO "consents" VALUES(2,0,2,1795890682);
INSERT INTO "consents" VALUES(2,1,3,NULL);
CREATE TABLE covers (                          -- finished hands whose deals are to be played again
    hand_id INTEGER PRIMARY KEY REFERENCES hands
) STRICT;
CREATE TABLE daily_deals (                     -- what is played when
    day     INTEGER NOT NULL,                  -- a date, wherever it is that day
    place   INTEGER NOT NULL,                  -- 0: the day's deal; from 1 on: of the week it begins
    deal_id INTEGER NOT NULL UNIQUE REFERENCES fixed_deals,
    PRIMARY KEY (day, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE deadlines (                       -- until when somebody has to decide
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    decision  TEXT NOT NULL,                   -- hand and street, so that each has its own time
    due_at    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES(1,1,'5.1',1796063482);
INSERT INTO "deadlines" VALUES(1,2,'5.1',1796063482);
INSERT INTO "deadlines" VALUES(1,3,'5.1',1796063482);
CREATE TABLE deals (                           -- what a hand's deck comes from, kept before it
    table_id     INTEGER NOT NULL REFERENCES tables,
    number       INTEGER NOT NULL,             -- of the hand
    secret       BLOB NOT NULL,
    commitment   BLOB NOT NULL,                -- the SHA-256 of the secret, which is published
    committed_at INTEGER NOT NULL, message TEXT, anew INTEGER,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "deals" VALUES(1,1,X'5FECEB66FFC86F38D952786C6D696C79C2DBC239DD4E91B46729D73A27FB57E9',X'67050EEB5F95ABF57449D92629DCF69F80C26247E207AD006A862D1E4E6498FF',1795890682,'',NULL);
INSERT INTO "deals" VALUES(1,2,X'6B86B273FF34FCE19D6B804EFF5A3F5747ADA4EAA22F1D49C01E52DDB7875B4B',X'9C2E4D8FE97D881430DE4E754B4205B9C27CE96715231CFFC4337340CB110280',1795890682,'',NULL);
INSERT INTO "deals" VALUES(1,3,X'D4735E3A265E16EEE03F59718B9B5D03019C07D8B6C51F90DA3A666EEC13AB35',X'0C08173828583FC6ECD6ECDBCCA7B6939C49C242AD5107E39DEB7B0A5996B903',1795890682,'',NULL);
INSERT INTO "deals" VALUES(1,4,X'4E07408562BEDB8B60CE05C1DECFE3AD16B72230967DE01F640B7E4729B49FCE',X'80903DA4E6BBDF96E8FF6FC3966B0CFD355C7E860BDD1CAA8E4722D9230E40AC',1795890682,'',NULL);
INSERT INTO "deals" VALUES(1,5,X'4B227777D4DD1FC61C6F884F48641D02B4D121D3FD328CB08B5531FCACDABF8A',X'5A9EAB9148389395EFF050DDF00220D722123CA8736C862BF200316389B3F611',1795890682,'',NULL);
INSERT INTO "deals" VALUES(1,6,X'EF2D127DE37B942BAAD06145E54B0C619A1F22327B2EBBCFBEC78F5564AFE39D',X'B2928391F8A477A27749A556B7386F4DA4391E98DF1C76459BA7F4AC2EE1A8F7',1795890682,NULL,NULL);
INSERT INTO "deals" VALUES(2,1,X'E7F6C011776E8DB7CD330B54174FD76F7D0216B612387A5FFCFB81E6F0919683',X'93F620DF2BB7D859378709F71B820725EF54D985E86662C51027CCFD18D66208',1795890682,'',NULL);
CREATE TABLE drafts (                          -- what a player has laid out but not confirmed
    kind      TEXT NOT NULL CHECK (kind IN ('hand', 'deal', 'practice', 'lesson')),
    about     INTEGER NOT NULL,                -- the id of the hand or deal, the number of the lesson
    player_id INTEGER NOT NULL REFERENCES players,
    stage     INTEGER NOT NULL,                -- the street; in a lesson the seed of its problem
    guild_id  INTEGER NOT NULL DEFAULT 0,      -- where they lay it out; 0 outside servers, or at a table
    layouts   TEXT NOT NULL,                   -- the latest last, for stepping back
    brush     TEXT NOT NULL,
    armed     INTEGER NOT NULL,
    places_at INTEGER,                         -- by itself; NULL: only when it is confirmed
    PRIMARY KEY (kind, about, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "drafts" VALUES('hand',5,1,0,0,'..... ..f..','f',0,NULL);
INSERT INTO "drafts" VALUES('hand',5,2,0,0,'.....','f',1,NULL);
INSERT INTO "drafts" VALUES('hand',5,3,0,0,'..... m....','f',0,NULL);
CREATE TABLE duplicates (                      -- what such a tournament has besides
    tournament_id INTEGER PRIMARY KEY REFERENCES tournaments,
    rounds        INTEGER NOT NULL CHECK (rounds > 0),
    hands         INTEGER NOT NULL CHECK (hands > 0), -- in each round
    seconds       INTEGER NOT NULL CHECK (seconds > 0), -- for each round
    seed          TEXT                         -- of all its deals; NULL before the start
) STRICT;
CREATE TABLE entrants (                        -- who takes part
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    entered_at    INTEGER NOT NULL,
    out_round     INTEGER,                     -- in which they fell or left; NULL: they are in
    out_stack     INTEGER CHECK (out_stack >= 0), drawn_to INTEGER, -- with which they began it
    PRIMARY KEY (tournament_id, player_id),
    CHECK ((out_round IS NULL) = (out_stack IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    id        INTEGER PRIMARY KEY,
    guild_id  INTEGER NOT NULL,
    hand_id   INTEGER NOT NULL REFERENCES hands,
    a         INTEGER NOT NULL REFERENCES players,
    b         INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL,                -- what a wins from b
    reverses  INTEGER UNIQUE REFERENCES entries,
    reason    TEXT,
    booked_at INTEGER NOT NULL,
    CHECK (a < b),
    CHECK ((reverses IS NULL) = (reason IS NULL))
) STRICT;
INSERT INTO "entries" VALUES(1,1576304513415905308,1,1,2,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(2,1576304513415905308,1,1,3,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(3,1576304513415905308,1,2,3,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(4,1576304513415905308,2,1,2,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(5,1576304513415905308,2,1,3,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(6,1576304513415905308,2,2,3,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(7,1576304513415905308,3,1,2,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(8,1576304513415905308,3,1,3,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(9,1576304513415905308,3,2,3,0,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(10,1576304513415905308,2,1,2,0,4,'misdeal',1795890682);
INSERT INTO "entries" VALUES(11,1576304513415905308,2,1,3,0,5,'misdeal',1795890682);
INSERT INTO "entries" VALUES(12,1576304513415905308,2,2,3,0,6,'misdeal',1795890682);
INSERT INTO "entries" VALUES(13,1576304513415905308,4,1,2,1,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(14,1576304513415905308,4,1,3,6,NULL,NULL,1795890682);
INSERT INTO "entries" VALUES(15,1576304513415905308,4,2,3,6,NULL,NULL,1795890682);
CREATE TABLE entry_seeds (                     -- what people add to all its deals by joining
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    seed          TEXT NOT NULL, added_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE exercises (
    player_id INTEGER NOT NULL REFERENCES players,
    page      INTEGER NOT NULL,                -- of the tutorial: which kind of mistake it is about
    seed      INTEGER NOT NULL,                -- from which it was dealt
    cost      INTEGER NOT NULL,                -- in thousandths of a point
    judge     INTEGER NOT NULL,                -- the version of the judge
    ended_at  INTEGER NOT NULL,
    PRIMARY KEY (player_id, page, seed)
) STRICT, WITHOUT ROWID;
CREATE TABLE facts (                           -- what the bot remembers of itself
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "facts" VALUES('back','1795890682');
INSERT INTO "facts" VALUES('command ids','{"play": 1576304513415905282, "ofc": 1576304513415905284, "tournament": 1576304513415905286, "my": 1576304513415905288, "privacy": 1576304513415905290, "help": 1576304513415905292, "learn": 1576304513415905294, "score": 1576304513415905296, "daily": 1576304513415905298, "ledger": 1576304513415905300}');
INSERT INTO "facts" VALUES('commands','5b6d46f8046d0fe3fc26524e38c38815250ccd435047d29fa3d0e7a22248fa18');
INSERT INTO "facts" VALUES('seen','1795890682');
CREATE TABLE feats (                           -- records and milestones, when they happened
    hand_id   INTEGER NOT NULL REFERENCES bookings,
    kind      TEXT NOT NULL,                   -- see bot.ledger.Kind
    player_id INTEGER NOT NULL REFERENCES players,
    value     INTEGER NOT NULL,
    guild_id  INTEGER NOT NULL,                -- this and the number are the booking's,
    number    INTEGER NOT NULL,                -- here for the index
    PRIMARY KEY (hand_id, kind, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE finals (                          -- a finished season's table, as it was posted
    season_id INTEGER NOT NULL REFERENCES seasons,
    place     INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    hands     INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    best      INTEGER NOT NULL,
    worst     INTEGER NOT NULL,
    PRIMARY KEY (season_id, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "finals" VALUES(1,1,1,2,0,0,0);
INSERT INTO "finals" VALUES(1,2,2,2,0,0,0);
INSERT INTO "finals" VALUES(1,3,3,2,0,0,0);
CREATE TABLE finishes (                        -- places in tournaments that were won by play
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    guild_id      INTEGER NOT NULL,
    place         INTEGER NOT NULL CHECK (place > 0),
    people        INTEGER NOT NULL,            -- how many took part, computer players included
    against       INTEGER NOT NULL,            -- thousandths of a point won from the field
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE fixed_deals (                     -- the same cards for everybody who plays them
    id           INTEGER PRIMARY KEY,
    mode         TEXT NOT NULL CHECK (mode IN ('daily', 'weekly', 'challenge', 'alone')),
    secret       BLOB NOT NULL,
    commitment   BLOB NOT NULL,                -- the SHA-256 of the secret, which is published
    committed_at INTEGER NOT NULL,
    par          INTEGER                       -- what the master makes of it; NULL: not known yet
, message TEXT, joined TEXT, anew INTEGER, seen INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE former_finals (                   -- a season's table as it was posted, before that
    season_id INTEGER NOT NULL REFERENCES seasons,
    place     INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    hands     INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    best      INTEGER NOT NULL,
    worst     INTEGER NOT NULL,
    PRIMARY KEY (season_id, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE former_players (                  -- as whom somebody played a hand, before that
    hand_id   INTEGER NOT NULL REFERENCES hands,
    player_id INTEGER NOT NULL REFERENCES players, -- whose hand it is now
    former_id INTEGER NOT NULL REFERENCES players, -- whose it was when it was dealt
    PRIMARY KEY (hand_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE guild_channels (                  -- where tables may be opened; none is everywhere
    guild_id   INTEGER NOT NULL REFERENCES guilds,
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE guilds (                          -- what a server has decided; none is as a new row
    id        INTEGER PRIMARY KEY,             -- Discord's id
    locale    TEXT,                            -- NULL is what Discord says
    rules     TEXT NOT NULL DEFAULT 'standard', -- a preset, and changes to it
    clock     INTEGER CHECK (clock > 0),       -- seconds for each decision, NULL without a clock
    skin      TEXT NOT NULL DEFAULT 'night',
    deck      TEXT NOT NULL DEFAULT 'two',
    openers   TEXT NOT NULL DEFAULT 'everybody' -- who may open tables
        CHECK (openers IN ('everybody', 'managers', 'role')),
    role_id   INTEGER,                         -- the role, also while it is not asked for
    announces INTEGER NOT NULL DEFAULT 1,      -- whether records are told with their hand
    tells_skill INTEGER NOT NULL DEFAULT 1,    -- whether points given away are told with the hand
    setup     INTEGER NOT NULL DEFAULT 0,      -- step of the guided setup; 0: it was never offered
    told_role_id INTEGER,                      -- the role told of new tables; NULL: nobody is
    daily_channel_id INTEGER,                  -- where the daily deal is summed up; NULL: nowhere
    time_zone TEXT,                            -- IANA name, by which its day ends; NULL is UTC
    leaderboard_channel_id INTEGER             -- where its leaderboard is; NULL: it has none
, pace TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "guilds" VALUES(1576304513415905308,NULL,'standard',NULL,'night','two','everybody',NULL,1,1,1,NULL,NULL,NULL,NULL,'relaxed');
CREATE TABLE hands (
    id         INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL REFERENCES tables,
    number     INTEGER NOT NULL,               -- counted at the table from 1
    button     INTEGER NOT NULL,               -- a table seat
    seeds      TEXT NOT NULL DEFAULT '',       -- by seats, with : between; '' if nobody added one
    by_seat    INTEGER NOT NULL DEFAULT 0,     -- 1: each seat is dealt from a pile of its own
    dealt_as   INTEGER,                        -- the number of the hand whose deal it repeats
    counts     INTEGER NOT NULL DEFAULT 1,     -- in the server's ledger, not only in the totals
    state      TEXT NOT NULL CHECK (state IN ('playing', 'finished', 'void')),
    started_at INTEGER NOT NULL,
    ended_at   INTEGER, message TEXT, joined TEXT NOT NULL DEFAULT '-', seen INTEGER NOT NULL DEFAULT 0, seal BLOB,
    UNIQUE (table_id, number)
) STRICT;
INSERT INTO "hands" VALUES(1,1,1,1,'-:-:-',0,NULL,1,'finished',1795890682,1795890682,'-','-',0,X'25AC7571781D881D27D7B0BC39DAD13AA186498DA0086EB48CDCAE27C5EE5BAA');
INSERT INTO "hands" VALUES(2,1,2,2,'-:-:-',0,NULL,1,'finished',1795890682,1795890682,'-','-',0,X'E83CF3B0A6948006E3F88408C942C6B9C9BD024E39A0D38972C2486B1AE67F60');
INSERT INTO "hands" VALUES(3,1,3,3,'-:-:-',0,NULL,1,'finished',1795890682,1795890682,'-','-',0,X'023667AE7277258858E04854DD70B3A7C7497FD7050A82616250925FA3164515');
INSERT INTO "hands" VALUES(4,1,4,1,'-:-:-',0,NULL,1,'finished',1795890682,1795890682,'-','-',0,X'3F39A3EE7E73CD9950A2CD4FE39943510434D6C3756B1348DC8EE6C4BBE08F01');
INSERT INTO "hands" VALUES(5,1,5,2,'-:-:-',0,NULL,1,'playing',1795890682,NULL,'-','-',0,NULL);
CREATE TABLE invitations (
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    until     INTEGER NOT NULL,                -- as long as the seat is kept (Unix seconds)
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE judgements (                      -- of each seat of a hand
    hand_id   INTEGER NOT NULL REFERENCES hands,
    seat      INTEGER NOT NULL,                -- in acting order from 0
    player_id INTEGER NOT NULL REFERENCES players,
    judge     INTEGER NOT NULL,                -- the version of the judge
    given     INTEGER NOT NULL,                -- thousandths of a point given away
    luck      INTEGER,                         -- thousandths; NULL where a hand was declared dead
    worst     INTEGER,                         -- the street given away most on, from 1;
                                               -- 0 is Fantasyland, NULL is none
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE learners (                        -- where somebody is in the tutorial
    player_id INTEGER PRIMARY KEY REFERENCES players,
    lesson    INTEGER NOT NULL,                -- see bot.lessons.problems.Lesson
    seed      INTEGER NOT NULL,                -- of the problem before them
    solved    INTEGER NOT NULL DEFAULT 0       -- a bit for each lesson answered right
) STRICT;
CREATE TABLE lineups (                         -- who was at the table when a hand was dealt
    hand_id     INTEGER NOT NULL REFERENCES hands,
    table_seat  INTEGER NOT NULL,
    player_id   INTEGER NOT NULL REFERENCES players,
    seat        INTEGER,                       -- in acting order from 0; NULL sits out
    fantasyland INTEGER NOT NULL,              -- cards of the visit, 0 if none
    can_lose    INTEGER CHECK (can_lose >= 0), -- NULL without a limit
    PRIMARY KEY (hand_id, table_seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "lineups" VALUES(1,1,1,2,0,NULL);
INSERT INTO "lineups" VALUES(1,2,2,0,0,NULL);
INSERT INTO "lineups" VALUES(1,3,3,1,0,NULL);
INSERT INTO "lineups" VALUES(2,1,1,1,0,NULL);
INSERT INTO "lineups" VALUES(2,2,2,2,0,NULL);
INSERT INTO "lineups" VALUES(2,3,3,0,0,NULL);
INSERT INTO "lineups" VALUES(3,1,1,0,0,NULL);
INSERT INTO "lineups" VALUES(3,2,2,1,0,NULL);
INSERT INTO "lineups" VALUES(3,3,3,2,0,NULL);
INSERT INTO "lineups" VALUES(4,1,1,2,0,NULL);
INSERT INTO "lineups" VALUES(4,2,2,0,0,NULL);
INSERT INTO "lineups" VALUES(4,3,3,1,0,NULL);
INSERT INTO "lineups" VALUES(5,1,1,1,0,NULL);
INSERT INTO "lineups" VALUES(5,2,2,2,0,NULL);
INSERT INTO "lineups" VALUES(5,3,3,0,0,NULL);
CREATE TABLE loss_limits (                     -- what players want to lose at a table at most,
    table_id  INTEGER NOT NULL REFERENCES tables, -- whatever they do with their seats
    player_id INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL CHECK (points > 0),
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (                         -- kept when the table is opened
    table_id   INTEGER PRIMARY KEY REFERENCES tables,
    secret     BLOB NOT NULL,                  -- all deals and their order come from it
    commitment BLOB NOT NULL,                  -- its SHA-256, which is published
    seed       TEXT                            -- of all deals; NULL before the first
, anew INTEGER, seen INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE messages (
    id         INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,                  -- see bot.store.messages
    guild_id   INTEGER NOT NULL,
    about      INTEGER NOT NULL,               -- which, by its kind
    player_id  INTEGER NOT NULL DEFAULT 0,     -- whose; 0: everybody's
    channel_id INTEGER,                        -- where it stands or is to; NULL: where its contents say
    message_id INTEGER,                        -- NULL: not posted yet
    locale     TEXT NOT NULL DEFAULT '',       -- of the channel; '': the server's settings tell it
    posts      INTEGER NOT NULL DEFAULT 0,     -- messages that were posted so far
    shown      TEXT NOT NULL DEFAULT '',       -- the digest of what it shows
    changes    INTEGER NOT NULL DEFAULT 0,     -- how often that may have changed since it was painted
    due_at     INTEGER,                        -- when it is looked at next
    UNIQUE (about, kind, guild_id, player_id)
) STRICT;
INSERT INTO "messages" VALUES(1,'asleep',1576304513415905308,1,0,NULL,NULL,'en-US',0,'',0,1797100282);
INSERT INTO "messages" VALUES(2,'hand',1576304513415905308,1,0,1576304513415905314,1576304513415905351,'en-US',0,'',0,NULL);
INSERT INTO "messages" VALUES(3,'hand',1576304513415905308,2,0,1576304513415905314,1576304513415905372,'en-US',0,'',0,NULL);
INSERT INTO "messages" VALUES(4,'hand',1576304513415905308,3,0,1576304513415905314,1576304513415905391,'en-US',0,'',0,NULL);
INSERT INTO "messages" VALUES(5,'hand',1576304513415905308,4,0,1576304513415905314,1576304513415905423,'en-US',0,'',0,NULL);
CREATE TABLE missed_rounds (                   -- in which somebody placed nothing themselves
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    round         INTEGER NOT NULL,
    counts        INTEGER NOT NULL DEFAULT 1,  -- 0: they have come back since
    PRIMARY KEY (tournament_id, player_id, round)
) STRICT, WITHOUT ROWID;
CREATE TABLE mistakes (                        -- decisions that gave something away
    hand_id INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    at      INTEGER NOT NULL,                  -- the number of the operation
    street  INTEGER NOT NULL,                  -- from 1; 0 is Fantasyland
    line    INTEGER NOT NULL CHECK (line BETWEEN 0 AND 2),  -- the row that differs most from best
    kind    TEXT NOT NULL,                     -- see bot.players.leaks.Leak
    cost    INTEGER NOT NULL, parts TEXT,                  -- thousandths of a point
    PRIMARY KEY (hand_id, seat, at),
    FOREIGN KEY (hand_id, seat) REFERENCES judgements ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE operations (                      -- a hand is folded from them
    hand_id   INTEGER NOT NULL REFERENCES hands,
    number    INTEGER NOT NULL,                -- from 0
    operation TEXT NOT NULL,                   -- as bot.ofc.operations writes it
    at        INTEGER NOT NULL,
    on_behalf INTEGER NOT NULL DEFAULT 0,      -- 1: decided for its player, who was away or late
    PRIMARY KEY (hand_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "operations" VALUES(1,0,'deal 0 8d2h4s5cJh',1795890682,0);
INSERT INTO "operations" VALUES(1,1,'deal 1 Qh5s4cThKs',1795890682,0);
INSERT INTO "operations" VALUES(1,2,'deal 2 9h2c8s7c2d',1795890682,0);
INSERT INTO "operations" VALUES(1,3,'place 2 2c7c / 9h8s2d / -',1795890682,0);
INSERT INTO "operations" VALUES(1,4,'place 0 4s / 8d / 2h5cJh',1795890682,0);
INSERT INTO "operations" VALUES(1,5,'place 1 ThKs / Qh4c / 5s',1795890682,0);
INSERT INTO "operations" VALUES(1,6,'deal 0 3c5h3h',1795890682,0);
INSERT INTO "operations" VALUES(1,7,'deal 1 7dAsTs',1795890682,0);
INSERT INTO "operations" VALUES(1,8,'deal 2 KhTc9c',1795890682,0);
INSERT INTO "operations" VALUES(1,9,'place 2 - / Kh9c / - x Tc',1795890682,0);
INSERT INTO "operations" VALUES(1,10,'place 0 5h / 3c / - x 3h',1795890682,0);
INSERT INTO "operations" VALUES(1,11,'place 1 As / - / 7d x Ts',1795890682,0);
INSERT INTO "operations" VALUES(1,12,'deal 0 Js6d7s',1795890682,0);
INSERT INTO "operations" VALUES(1,13,'deal 1 8c7h5d',1795890682,0);
INSERT INTO "operations" VALUES(1,14,'deal 2 4dAh4h',1795890682,0);
INSERT INTO "operations" VALUES(1,15,'place 2 Ah / - / 4d x 4h',1795890682,0);
INSERT INTO "operations" VALUES(1,16,'place 0 - / - / 6d7s x Js',1795890682,0);
INSERT INTO "operations" VALUES(1,17,'place 1 - / 8c5d / - x 7h',1795890682,0);
INSERT INTO "operations" VALUES(1,18,'deal 0 3s9d6c',1795890682,0);
INSERT INTO "operations" VALUES(1,19,'deal 1 3d2s6s',1795890682,0);
INSERT INTO "operations" VALUES(1,20,'deal 2 JcAd9s',1795890682,0);
INSERT INTO "operations" VALUES(1,21,'place 2 - / - / Ad9s x Jc',1795890682,0);
INSERT INTO "operations" VALUES(1,22,'place 0 - / 9d6c / - x 3s',1795890682,0);
INSERT INTO "operations" VALUES(1,23,'place 1 - / 6s / 2s x 3d',1795890682,0);
INSERT INTO "operations" VALUES(1,24,'deal 0 AcKcQd',1795890682,0);
INSERT INTO "operations" VALUES(1,25,'deal 1 KdQs8h',1795890682,0);
INSERT INTO "operations" VALUES(1,26,'deal 2 Td6hQc',1795890682,0);
INSERT INTO "operations" VALUES(1,27,'place 2 - / - / 6hQc x Td',1795890682,0);
INSERT INTO "operations" VALUES(1,28,'place 0 Ac / Qd / - x Kc',1795890682,0);
INSERT INTO "operations" VALUES(1,29,'place 1 - / - / Kd8h x Qs',1795890682,0);
INSERT INTO "operations" VALUES(2,0,'deal 0 6dKc4dJc2c',1795890682,0);
INSERT INTO "operations" VALUES(2,1,'deal 1 9c5c5h7cAc',1795890682,0);
INSERT INTO "operations" VALUES(2,2,'deal 2 4sJh6hQh2d',1795890682,0);
INSERT INTO "operations" VALUES(2,3,'place 1 5c5hAc / 7c / 9c',1795890682,0);
INSERT INTO "operations" VALUES(2,4,'place 2 Jh / 4s6hQh2d / -',1795890682,0);
INSERT INTO "operations" VALUES(2,5,'place 0 2c / 6d / Kc4dJc',1795890682,0);
INSERT INTO "operations" VALUES(2,6,'deal 0 TdQdQc',1795890682,0);
INSERT INTO "operations" VALUES(2,7,'deal 1 2h5s4c',1795890682,0);
INSERT INTO "operations" VALUES(2,8,'deal 2 3hThAd',1795890682,0);
INSERT INTO "operations" VALUES(2,9,'place 1 - / - / 2h5s x 4c',1795890682,0);
INSERT INTO "operations" VALUES(2,10,'place 2 Th / - / Ad x 3h',1795890682,0);
INSERT INTO "operations" VALUES(2,11,'place 0 - / - / TdQd x Qc',1795890682,0);
INSERT INTO "operations" VALUES(2,12,'deal 0 9h7h8c',1795890682,0);
INSERT INTO "operations" VALUES(2,13,'deal 1 3d5dJd',1795890682,0);
INSERT INTO "operations" VALUES(2,14,'deal 2 4h9dAs',1795890682,0);
INSERT INTO "operations" VALUES(2,15,'place 1 - / 5dJd / - x 3d',1795890682,0);
INSERT INTO "operations" VALUES(2,16,'place 2 - / - / 9dAs x 4h',1795890682,0);
INSERT INTO "operations" VALUES(2,17,'place 0 9h7h / - / - x 8c',1795890682,0);
INSERT INTO "operations" VALUES(2,18,'deal 0 Ah3c8h',1795890682,0);
INSERT INTO "operations" VALUES(2,19,'deal 1 2sKhTs',1795890682,0);
INSERT INTO "operations" VALUES(2,20,'deal 2 8dTcQs',1795890682,0);
INSERT INTO "operations" VALUES(2,21,'place 1 - / KhTs / - x 2s',1795890682,0);
INSERT INTO "operations" VALUES(2,22,'place 2 Qs / 8d / - x Tc',1795890682,0);
INSERT INTO "operations" VALUES(2,23,'place 0 - / Ah8h / - x 3c',1795890682,0);
INSERT INTO "operations" VALUES(2,24,'deal 0 KdJs6s',1795890682,0);
INSERT INTO "operations" VALUES(2,25,'deal 1 7s7d8s',1795890682,0);
INSERT INTO "operations" VALUES(2,26,'deal 2 3s6cKs',1795890682,0);
INSERT INTO "operations" VALUES(2,27,'place 1 - / - / 7d8s x 7s',1795890682,0);
INSERT INTO "operations" VALUES(2,28,'place 2 - / - / 3sKs x 6c',1795890682,0);
INSERT INTO "operations" VALUES(2,29,'place 0 - / Js6s / - x Kd',1795890682,0);
INSERT INTO "operations" VALUES(3,0,'deal 0 2hQs6hQdJd',1795890682,0);
INSERT INTO "operations" VALUES(3,1,'deal 1 5c6s7s8c5h',1795890682,0);
INSERT INTO "operations" VALUES(3,2,'deal 2 KsKdQc9d3h',1795890682,0);
INSERT INTO "operations" VALUES(3,3,'place 0 2hQs6h / QdJd / -',1795890682,0);
INSERT INTO "operations" VALUES(3,4,'place 1 5c7s8c / - / 6s5h',1795890682,0);
INSERT INTO "operations" VALUES(3,5,'place 2 - / KsKd3h / Qc9d',1795890682,0);
INSERT INTO "operations" VALUES(3,6,'deal 0 Td3dJh',1795890682,0);
INSERT INTO "operations" VALUES(3,7,'deal 1 4d3c4h',1795890682,0);
INSERT INTO "operations" VALUES(3,8,'deal 2 7h8dAc',1795890682,0);
INSERT INTO "operations" VALUES(3,9,'place 0 - / Jh / 3d x Td',1795890682,0);
INSERT INTO "operations" VALUES(3,10,'place 1 - / 4d / 3c x 4h',1795890682,0);
INSERT INTO "operations" VALUES(3,11,'place 2 - / 7h / 8d x Ac',1795890682,0);
INSERT INTO "operations" VALUES(3,12,'deal 0 3sJc7c',1795890682,0);
INSERT INTO "operations" VALUES(3,13,'deal 1 Ts2c2s',1795890682,0);
INSERT INTO "operations" VALUES(3,14,'deal 2 As5s6c',1795890682,0);
INSERT INTO "operations" VALUES(3,15,'place 0 - / 3s7c / - x Jc',1795890682,0);
INSERT INTO "operations" VALUES(3,16,'place 1 - / 2s / 2c x Ts',1795890682,0);
INSERT INTO "operations" VALUES(3,17,'place 2 5s / 6c / - x As',1795890682,0);
INSERT INTO "operations" VALUES(3,18,'deal 0 8s2d8h',1795890682,0);
INSERT INTO "operations" VALUES(3,19,'deal 1 7dKhTc',1795890682,0);
INSERT INTO "operations" VALUES(3,20,'deal 2 KcAdTh',1795890682,0);
INSERT INTO "operations" VALUES(3,21,'place 0 - / - / 2d8h x 8s',1795890682,0);
INSERT INTO "operations" VALUES(3,22,'place 1 - / Kh / Tc x 7d',1795890682,0);
INSERT INTO "operations" VALUES(3,23,'place 2 AdTh / - / - x Kc',1795890682,0);
INSERT INTO "operations" VALUES(3,24,'deal 0 6dQh5d',1795890682,0);
INSERT INTO "operations" VALUES(3,25,'deal 1 9c9sAh',1795890682,0);
INSERT INTO "operations" VALUES(3,26,'deal 2 Js9h4s',1795890682,0);
INSERT INTO "operations" VALUES(3,27,'place 0 - / - / Qh5d x 6d',1795890682,0);
INSERT INTO "operations" VALUES(3,28,'place 1 - / 9sAh / - x 9c',1795890682,0);
INSERT INTO "operations" VALUES(3,29,'place 2 - / - / 9h4s x Js',1795890682,0);
INSERT INTO "operations" VALUES(4,0,'deal 0 JhQd2s6hJs',1795890682,0);
INSERT INTO "operations" VALUES(4,1,'deal 1 5d4d7s6c4h',1795890682,0);
INSERT INTO "operations" VALUES(4,2,'deal 2 7d7h6dTcAs',1795890682,0);
INSERT INTO "operations" VALUES(4,3,'place 2 6d / TcAs / 7d7h',1795890682,0);
INSERT INTO "operations" VALUES(4,4,'place 0 6h / - / JhQd2sJs',1795890682,0);
INSERT INTO "operations" VALUES(4,5,'place 1 4d / 7s / 5d6c4h',1795890682,0);
INSERT INTO "operations" VALUES(4,6,'deal 0 8c4cAh',1795890682,0);
INSERT INTO "operations" VALUES(4,7,'deal 1 QcQh3d',1795890682,0);
INSERT INTO "operations" VALUES(4,8,'deal 2 5sTd9d',1795890682,0);
INSERT INTO "operations" VALUES(4,9,'place 2 5s9d / - / - x Td',1795890682,0);
INSERT INTO "operations" VALUES(4,10,'place 0 4c / - / 8c x Ah',1795890682,0);
INSERT INTO "operations" VALUES(4,11,'place 1 - / Qh / Qc x 3d',1795890682,0);
INSERT INTO "operations" VALUES(4,12,'deal 0 TsTh8d',1795890682,0);
INSERT INTO "operations" VALUES(4,13,'deal 1 JdKd6s',1795890682,0);
INSERT INTO "operations" VALUES(4,14,'deal 2 9s2d3h',1795890682,0);
INSERT INTO "operations" VALUES(4,15,'place 2 - / 2d3h / - x 9s',1795890682,0);
INSERT INTO "operations" VALUES(4,16,'place 0 8d / Th / - x Ts',1795890682,0);
INSERT INTO "operations" VALUES(4,17,'place 1 Kd / Jd / - x 6s',1795890682,0);
INSERT INTO "operations" VALUES(4,18,'deal 0 5hAdJc',1795890682,0);
INSERT INTO "operations" VALUES(4,19,'deal 1 7cKc9h',1795890682,0);
INSERT INTO "operations" VALUES(4,20,'deal 2 Ks3c9c',1795890682,0);
INSERT INTO "operations" VALUES(4,21,'place 2 - / - / Ks9c x 3c',1795890682,0);
INSERT INTO "operations" VALUES(4,22,'place 0 - / 5hJc / - x Ad',1795890682,0);
INSERT INTO "operations" VALUES(4,23,'place 1 - / 7c9h / - x Kc',1795890682,0);
INSERT INTO "operations" VALUES(4,24,'deal 0 8sKhQs',1795890682,0);
INSERT INTO "operations" VALUES(4,25,'deal 1 Ac2h3s',1795890682,0);
INSERT INTO "operations" VALUES(4,26,'deal 2 4s2c5c',1795890682,0);
INSERT INTO "operations" VALUES(4,27,'place 2 - / 2c / 5c x 4s',1795890682,0);
INSERT INTO "operations" VALUES(4,28,'place 0 - / 8sQs / - x Kh',1795890682,0);
INSERT INTO "operations" VALUES(4,29,'place 1 3s / - / Ac x 2h',1795890682,0);
INSERT INTO "operations" VALUES(5,0,'deal 0 5cJsAs4hAc',1795890682,0);
INSERT INTO "operations" VALUES(5,1,'deal 1 Ts8c5h4cTh',1795890682,0);
INSERT INTO "operations" VALUES(5,2,'deal 2 Kh3h2s8h3s',1795890682,0);
INSERT INTO "operations" VALUES(5,3,'place 1 8c / - / TsTh5h4c',1795890682,0);
INSERT INTO "operations" VALUES(5,4,'place 2 - / - / Kh8h3s3h2s',1795890682,0);
INSERT INTO "operations" VALUES(5,5,'place 0 - / As / AcJs5c4h',1795890682,0);
INSERT INTO "operations" VALUES(5,6,'deal 0 9c5sJd',1795890682,0);
INSERT INTO "operations" VALUES(5,7,'deal 1 6hAd7h',1795890682,0);
INSERT INTO "operations" VALUES(5,8,'deal 2 2dQd8d',1795890682,0);
CREATE TABLE origins (                         -- what all deals of a knock-out come from, kept at its opening
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    number        INTEGER NOT NULL,            -- another after each backup that was put back; the last counts
    secret        BLOB NOT NULL,
    commitment    BLOB NOT NULL,               -- its SHA-256, which is published
    joined        TEXT,                        -- what joining added to them all; NULL before the start
    fixed_at      INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (                         -- people, and computer players without a user_id
    id            INTEGER PRIMARY KEY,
    tag           TEXT NOT NULL DEFAULT (lower(hex(randomblob(8)))), -- outlives being forgotten
    user_id       INTEGER UNIQUE,              -- Discord's id; NULL once forgotten
    name          TEXT NOT NULL,               -- display name when last seen
    handle        TEXT NOT NULL,               -- @name when last seen
    locale        TEXT NOT NULL,
    level         TEXT,                        -- see bot.players.levels; NULL is a person
    dm_channel_id INTEGER,
    dm_closed     INTEGER NOT NULL DEFAULT 0,  -- 1: Discord refused our last message
    skin          TEXT,                        -- how their own pictures look; NULL is as the table
    deck          TEXT,
    confirm       TEXT NOT NULL DEFAULT 'ask'  -- auto: what is laid out is placed after a moment
        CHECK (confirm IN ('ask', 'auto')),
    aid           TEXT NOT NULL DEFAULT 'outs' -- what their own pictures count for them
        CHECK (aid IN ('outs', 'live', 'none')),
    calls         TEXT NOT NULL DEFAULT 'dm'   -- where they are told that it is their turn
        CHECK (calls IN ('dm', 'channel', 'none')),
    read_aloud    INTEGER NOT NULL DEFAULT 0,  -- 1: their own messages say everything in words
    quiet_from    INTEGER,                     -- the full hours at which quiet hours begin
    quiet_to      INTEGER,                     -- and end; NULL without
    time_zone     TEXT                         -- IANA name, NULL if unknown
, by_suit INTEGER NOT NULL DEFAULT 0, forget_asked_at INTEGER, dm_refusals INTEGER NOT NULL DEFAULT 0, dm_again_at INTEGER) STRICT;
INSERT INTO "players" VALUES(1,'ba75f6b732dbd64a',1576304513415905310,'Ann','ann','en-US',NULL,1576304513415905322,0,NULL,NULL,'ask','outs','dm',0,NULL,NULL,NULL,0,NULL,0,NULL);
INSERT INTO "players" VALUES(2,'5e48dbcd79e2ab7e',1576304513415905311,'Bob','bob','en-US',NULL,1576304513415905330,0,NULL,NULL,'ask','outs','dm',0,NULL,NULL,NULL,0,NULL,0,NULL);
INSERT INTO "players" VALUES(3,'c6cc438158b3dcc1',1576304513415905312,'Mia','mia','en-US',NULL,1576304513415905334,0,NULL,NULL,'ask','outs','dm',0,NULL,NULL,NULL,0,NULL,0,NULL);
INSERT INTO "players" VALUES(4,'32cdb702bb5b95da',NULL,'Steady (bot)','steady_bot','','steady',NULL,0,NULL,NULL,'ask','outs','dm',0,NULL,NULL,NULL,0,NULL,0,NULL);
CREATE TABLE plays (                           -- what a finished hand counts in its match
    hand_id INTEGER NOT NULL REFERENCES hands,
    seat    INTEGER NOT NULL,                  -- in acting order from 0
    points  INTEGER NOT NULL,                  -- with those for Fantasyland
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE proposals (                       -- what happens once everybody concerned agrees
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('void', 'count', 'record', 'stake', 'cards')),
    hand_id    INTEGER REFERENCES bookings,    -- the hand to be made void, or to count again
    body       TEXT NOT NULL,                  -- see bot.store.proposals
    player_id  INTEGER NOT NULL REFERENCES players,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined')),
    outcome    TEXT NOT NULL DEFAULT ''        -- what came of it, see bot.handlers.agreements
) STRICT;
INSERT INTO "proposals" VALUES(1,1576304513415905308,1576304513415905314,'void',2,'misdeal',1,1795890682,'done','none');
INSERT INTO "proposals" VALUES(2,1576304513415905308,1576304513415905314,'void',1,'misread',2,1795890682,'open','');
CREATE TABLE reminders (                       -- what somebody has been told of a decision
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    decision  TEXT NOT NULL,                   -- hand and street
    since     INTEGER NOT NULL,
    told      TEXT NOT NULL,                   -- see bot.scenes.Told
    told_at   INTEGER NOT NULL,
    next_at   INTEGER,                         -- when they are told next, NULL: never
    caller_id INTEGER REFERENCES players,      -- who has called time
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "reminders" VALUES(1,1,'5.1',1795890682,'',0,1795977082,NULL);
INSERT INTO "reminders" VALUES(1,2,'5.1',1795890682,'',0,1795977082,NULL);
INSERT INTO "reminders" VALUES(1,3,'5.1',1795890682,'',0,1795977082,NULL);
CREATE TABLE results (                         -- what a booked hand came to for each player
    hand_id     INTEGER NOT NULL REFERENCES bookings,
    seat        INTEGER NOT NULL,              -- in acting order from 0
    player_id   INTEGER NOT NULL REFERENCES players,
    guild_id    INTEGER NOT NULL,              -- this and the number are the booking's,
    number      INTEGER NOT NULL,              -- here for the indexes
    board       TEXT NOT NULL,                 -- front / middle / back
    fate        TEXT NOT NULL,                 -- see bot.ofc.seat.Fate
    fantasyland INTEGER NOT NULL,              -- cards of the visit, 0 if none
    earned      INTEGER NOT NULL,              -- cards earned for the next hand
    is_foul     INTEGER NOT NULL,
    scoops      INTEGER NOT NULL,              -- how many opponents lost all three rows
    front       INTEGER NOT NULL,              -- royalties by row
    middle      INTEGER NOT NULL,
    back        INTEGER NOT NULL,
    royalties   INTEGER NOT NULL,
    points      INTEGER NOT NULL,
    is_void     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,0,2,1576304513415905308,1,'4s5hAc / 8d3c9d6cQd / 2h5cJh6d7s','playing',0,0,1,0,0,0,0,0,0,0);
INSERT INTO "results" VALUES(1,1,3,1576304513415905308,1,'ThKsAs / Qh4c8c5d6s / 5s7d2sKd8h','playing',0,0,1,0,0,0,0,0,0,0);
INSERT INTO "results" VALUES(1,2,1,1576304513415905308,1,'2c7cAh / 9h8s2dKh9c / 4dAd9s6hQc','playing',0,0,1,0,0,0,0,0,0,0);
INSERT INTO "results" VALUES(2,0,3,1576304513415905308,2,'2c9h7h / 6dAh8hJs6s / Kc4dJcTdQd','playing',0,0,1,0,0,0,0,0,0,1);
INSERT INTO "results" VALUES(2,1,1,1576304513415905308,2,'5c5hAc / 7c5dJdKhTs / 9c2h5s7d8s','playing',0,0,1,0,0,0,0,0,0,1);
INSERT INTO "results" VALUES(2,2,2,1576304513415905308,2,'JhThQs / 4s6hQh2d8d / Ad9dAs3sKs','playing',0,0,1,0,0,0,0,0,0,1);
INSERT INTO "results" VALUES(3,0,1,1576304513415905308,3,'2hQs6h / QdJdJh3s7c / 3d2d8hQh5d','playing',0,0,1,0,0,0,0,0,0,0);
INSERT INTO "results" VALUES(3,1,2,1576304513415905308,3,'5c7s8c / 4d2sKh9sAh / 6s5h3c2cTc','playing',0,0,1,0,0,0,0,0,0,0);
INSERT INTO "results" VALUES(3,2,3,1576304513415905308,3,'5sAdTh / KsKd3h7h6c / Qc9d8d9h4s','playing',0,0,1,0,0,0,0,0,0,0);
INSERT INTO "results" VALUES(4,0,2,1576304513415905308,4,'6h4c8d / Th5hJc8sQs / JhQd2sJs8c','playing',0,0,0,1,0,0,0,0,5,0);
INSERT INTO "results" VALUES(4,1,3,1576304513415905308,4,'4dKd3s / 7sQhJd7c9h / 5d6c4hQcAc','playing',0,0,1,0,0,0,0,0,-12,0);
INSERT INTO "results" VALUES(4,2,1,1576304513415905308,4,'6d5s9d / TcAs2d3h2c / 7d7hKs9c5c','playing',0,0,0,1,0,0,0,0,7,0);
CREATE TABLE rivalries (                       -- sums of entries, void hands left out
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL,               -- 0 sums over all days
    a          INTEGER NOT NULL REFERENCES players,
    b          INTEGER NOT NULL REFERENCES players,
    season     INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    hands      INTEGER NOT NULL,
    points     INTEGER NOT NULL,               -- what a won from b
    won        INTEGER NOT NULL,               -- hands in which a won points from b
    lost       INTEGER NOT NULL,
    weight        INTEGER NOT NULL,            -- for the rating, see bot.store.ledger.evidence
    judged_weight INTEGER NOT NULL,
    lucky_weight  INTEGER NOT NULL,
    PRIMARY KEY (guild_id, day, a, b, season, channel_id, variant),
    CHECK (a < b)
) STRICT, WITHOUT ROWID;
INSERT INTO "rivalries" VALUES(1576304513415905308,0,1,2,1,1576304513415905314,'pineapple',2,0,0,0,8,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,0,1,2,2,1576304513415905314,'pineapple',1,1,1,0,4,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,0,1,3,1,1576304513415905314,'pineapple',2,0,0,0,8,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,0,1,3,2,1576304513415905314,'pineapple',1,6,1,0,4,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,0,2,3,1,1576304513415905314,'pineapple',2,0,0,0,8,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,0,2,3,2,1576304513415905314,'pineapple',1,6,1,0,4,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,20785,1,2,1,1576304513415905314,'pineapple',2,0,0,0,8,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,20785,1,2,2,1576304513415905314,'pineapple',1,1,1,0,4,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,20785,1,3,1,1576304513415905314,'pineapple',2,0,0,0,8,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,20785,1,3,2,1576304513415905314,'pineapple',1,6,1,0,4,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,20785,2,3,1,1576304513415905314,'pineapple',2,0,0,0,8,0,0);
INSERT INTO "rivalries" VALUES(1576304513415905308,20785,2,3,2,1576304513415905314,'pineapple',1,6,1,0,4,0,0);
CREATE TABLE rooms (                           -- the threads of its tables
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    number        INTEGER NOT NULL,            -- of the table, from 1
    message_id    INTEGER,                     -- in the tournament's channel; NULL: not posted yet
    thread_id     INTEGER, message TEXT, is_archived INTEGER NOT NULL DEFAULT 0,                     -- NULL: there is none yet
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE schedules (                       -- of tournaments that start at a set time
    tournament_id INTEGER PRIMARY KEY REFERENCES tournaments,
    guild_id      INTEGER NOT NULL,
    stage         TEXT NOT NULL DEFAULT 'waiting' -- up to which its people have been told
        CHECK (stage IN ('waiting', 'on', 'over')),
    is_reminded   INTEGER NOT NULL DEFAULT 0,  -- 1: people were told that it starts soon
    due_at        INTEGER,                     -- when there is something to do next
    event_id      INTEGER,                     -- of the server's scheduled event; NULL: there is none
    shown         TEXT NOT NULL DEFAULT '',    -- what that shows
    is_gone       INTEGER NOT NULL DEFAULT 0   -- 1: people deleted it, or the bot may not change it
) STRICT;
CREATE TABLE seals (                           -- of the ledger: each over one thing and all before
    guild_id INTEGER NOT NULL,
    number   INTEGER NOT NULL,                 -- counted within the server from 1
    kind     TEXT NOT NULL CHECK (kind IN ('hand', 'void', 'season')),
    about    INTEGER NOT NULL,                 -- the number of the hand or season in the server
    seal     BLOB NOT NULL,                    -- SHA-256, see bot.store.seals
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "seals" VALUES(1576304513415905308,1,'hand',1,X'FB45F1551C5D7083945C623104FF2FDACBE9E4B4AE8D9ACDE7DAF2C02FEAB58A');
INSERT INTO "seals" VALUES(1576304513415905308,2,'hand',2,X'615CDFA708CB6EB369FEE0279895FDDA09401D0FCBC478251855D53898F501D4');
INSERT INTO "seals" VALUES(1576304513415905308,3,'hand',3,X'55C00CA5B1220D9E9EF15C7D896803A2A3F5926FAE3F07A28BB4239B8E271CCE');
INSERT INTO "seals" VALUES(1576304513415905308,4,'void',2,X'E0958F0F2E9AD3287F1AD98A17538AB78AF6C21345EF6D5ACD7B09A8F0207C55');
INSERT INTO "seals" VALUES(1576304513415905308,5,'season',1,X'662C082F5BE57141F7CDCB02A112ACBDAA22E08A7A3D2FC67B0472121E1744F0');
INSERT INTO "seals" VALUES(1576304513415905308,6,'hand',4,X'C33078E5C2E1D734B9C2BE3C4F30721EB39F4339EBFD2C957DEFFFF1C9BDA8CC');
CREATE TABLE seasons (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    number     INTEGER NOT NULL,               -- counted within the server from 1
    name       TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (guild_id, number)
) STRICT;
INSERT INTO "seasons" VALUES(1,1576304513415905308,1,'Winter',1795890682,1795890682);
INSERT INTO "seasons" VALUES(2,1576304513415905308,2,'Spring',1795890682,NULL);
CREATE TABLE seats (
    table_id    INTEGER NOT NULL REFERENCES tables,
    seat        INTEGER NOT NULL,
    player_id   INTEGER NOT NULL REFERENCES players,
    fantasyland INTEGER NOT NULL DEFAULT 0,    -- cards earned for the next hand
    wants_stop  INTEGER NOT NULL DEFAULT 0,
    ready       INTEGER NOT NULL DEFAULT 0,    -- 1: for the next hand
    presence    TEXT NOT NULL DEFAULT 'here'   -- see bot.values.scenes.Presence
        CHECK (presence IN ('here', 'away', 'out', 'leaving')),
    run_outs    INTEGER NOT NULL DEFAULT 0,    -- how often in a row their time ran out
    waited_since INTEGER, -- of their own; NULL: none
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,1,1,0,0,0,'here',0,NULL);
INSERT INTO "seats" VALUES(1,2,2,0,0,0,'here',0,NULL);
INSERT INTO "seats" VALUES(1,3,3,0,0,0,'here',0,NULL);
INSERT INTO "seats" VALUES(2,1,2,0,0,0,'here',0,NULL);
INSERT INTO "seats" VALUES(2,2,4,0,0,0,'here',0,NULL);
CREATE TABLE seeds (                           -- what players add to the deal of a hand to come
    table_id  INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    is_typed  INTEGER NOT NULL,                -- 0: an id of Discord's, until something is typed
    seed      TEXT NOT NULL,
    added_at  INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, player_id, is_typed),
    FOREIGN KEY (table_id, number) REFERENCES deals
) STRICT, WITHOUT ROWID;
CREATE TABLE shared_deals (                    -- kept before anybody joins
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    round         INTEGER NOT NULL,
    hand          INTEGER NOT NULL,
    secret        BLOB NOT NULL,
    commitment    BLOB NOT NULL, anew INTEGER, seed TEXT,               -- the SHA-256 of the secret, which is published
    PRIMARY KEY (tournament_id, round, hand)
) STRICT, WITHOUT ROWID;
CREATE TABLE stakes (                          -- what two players agreed to multiply points by
    table_id  INTEGER NOT NULL REFERENCES tables,
    a         INTEGER NOT NULL REFERENCES players,
    b         INTEGER NOT NULL REFERENCES players,
    from_hand INTEGER NOT NULL,                -- it holds from that hand of the table on
    stake     INTEGER NOT NULL CHECK (stake >= 1),
    PRIMARY KEY (table_id, a, b, from_hand),
    CHECK (a < b)
) STRICT, WITHOUT ROWID;
CREATE TABLE start_notices (                   -- what people are to be told of a start, until they were
    tournament_id INTEGER NOT NULL REFERENCES schedules,
    player_id     INTEGER NOT NULL REFERENCES players,
    kind          TEXT NOT NULL,               -- see bot.store.tournaments.schedules
    starts_at     INTEGER,
    added_at      INTEGER NOT NULL,
    called_with   INTEGER REFERENCES players,  -- the first whom one message in the channel tells; NULL: none
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE streaks (                         -- hands won or lost one after the other
    guild_id  INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    run       INTEGER NOT NULL,                -- running now: won if positive, lost if negative
    won       INTEGER NOT NULL,                -- the longest
    lost      INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "streaks" VALUES(1576304513415905308,1,1,1,0);
INSERT INTO "streaks" VALUES(1576304513415905308,2,1,1,0);
INSERT INTO "streaks" VALUES(1576304513415905308,3,-1,0,1);
CREATE TABLE surfaces (                        -- messages that show a table
    table_id        INTEGER NOT NULL REFERENCES tables,
    slot            TEXT NOT NULL,             -- see bot.store.surfaces.Slot
    player_id       INTEGER NOT NULL,          -- whose; 0 for the channel's
    key             TEXT NOT NULL,             -- another key is another message; '' is none
    version         TEXT NOT NULL,             -- another version is an edit
    painted_key     TEXT NOT NULL DEFAULT '',
    painted_version TEXT NOT NULL DEFAULT '',
    channel_id      INTEGER,
    message_id      INTEGER,
    posted_at       INTEGER,
    posts           INTEGER NOT NULL DEFAULT 0, -- tells each post from the one before
    PRIMARY KEY (table_id, slot, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "surfaces" VALUES(1,'board',0,'5','9;night,two;','5','9;night,two;',1576304513415905314,1576304513415905432,1795890682,5);
INSERT INTO "surfaces" VALUES(1,'lobby',0,'lobby','begun','lobby','begun',1576304513415905314,1576304513415905321,1795890682,1);
INSERT INTO "surfaces" VALUES(1,'private',1,'5.1','act;night,two;hints','5.1','act;night,two;hints',1576304513415905322,1576304513415905454,1795890682,11);
INSERT INTO "surfaces" VALUES(1,'private',2,'5.1','act;night,two;hints','5.1','act;night,two;hints',1576304513415905330,1576304513415905452,1795890682,11);
INSERT INTO "surfaces" VALUES(1,'private',3,'5.1','act;night,two;hints','5.1','act;night,two;hints',1576304513415905334,1576304513415905438,1795890682,10);
INSERT INTO "surfaces" VALUES(1,'result',0,'4','dealt','4','dealt',1576304513415905314,1576304513415905423,1795890682,4);
INSERT INTO "surfaces" VALUES(1,'turn',0,'','','','',NULL,NULL,NULL,0);
INSERT INTO "surfaces" VALUES(2,'board',0,'','','','',NULL,NULL,NULL,0);
INSERT INTO "surfaces" VALUES(2,'lobby',0,'lobby','2;standard deal_mode=simultaneous,3,1,43200,None,None,True,False,True,3600,None,none,True,None,None,False,True;;1,2,0,False,here;2,4,0,False,here','lobby','2;standard deal_mode=simultaneous,3,1,43200,None,None,True,False,True,3600,None,none,True,None,None,False,True;;1,2,0,False,here;2,4,0,False,here',1576304513415905458,1576304513415905460,1795890682,1);
INSERT INTO "surfaces" VALUES(2,'private',2,'seat','','seat','',1576304513415905330,1576304513415905461,1795890682,1);
INSERT INTO "surfaces" VALUES(2,'turn',0,'','','','',NULL,NULL,NULL,0);
CREATE TABLE tables (
    id               INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    host_id          INTEGER NOT NULL REFERENCES players,
    locale           TEXT NOT NULL,            -- of the server
    rules            TEXT NOT NULL,            -- every option in full
    seats            INTEGER NOT NULL,         -- how many people may sit down
    stake            INTEGER NOT NULL CHECK (stake >= 1),
    state            TEXT NOT NULL CHECK (state IN ('lobby', 'playing', 'between', 'closed')),
    button           INTEGER,                  -- the seat that had it in the latest hand
    opened_at        INTEGER NOT NULL,
    closed_at        INTEGER,
    skin             TEXT NOT NULL DEFAULT 'night',
    deck             TEXT NOT NULL DEFAULT 'two',
    hints            INTEGER NOT NULL DEFAULT 0, -- 1: anybody may ask for one
    counts_computers INTEGER NOT NULL DEFAULT 0, -- 1: hands with computers count in the ledger
    clock            INTEGER CHECK (clock > 0), -- seconds for each decision, NULL without a clock
    time_calls       INTEGER NOT NULL DEFAULT 1,
    next_hand        INTEGER CHECK (next_hand > 0), -- at the latest after so many seconds
    deals_at         INTEGER,                  -- when the next hand is dealt by itself
    closes_at        INTEGER,                  -- by itself; NULL while a hand is played
    length           TEXT NOT NULL DEFAULT '', -- as bot.ofc.length writes it; '' is endless
    ends_at          INTEGER,                  -- no hand is dealt from then on
    stops            INTEGER NOT NULL DEFAULT 0, -- 1: it closes after the running hand
    loss_limit       INTEGER CHECK (loss_limit > 0),
    stack            INTEGER CHECK (stack > 0), -- of everybody at the start; NULL: no tournament
    levels           TEXT NOT NULL DEFAULT 'none', -- how stakes rise, see bot.ofc.stacks
    duplicate        INTEGER CHECK (duplicate > 0), -- deals of a duplicate match; NULL: it is none
    books            INTEGER NOT NULL DEFAULT 1, -- 0: no hand counts in the server's ledger
    bank             INTEGER CHECK (bank > 0), -- seconds for a whole tournament; NULL: none
    rematch_of       INTEGER REFERENCES tables,
    told_role_id     INTEGER,                  -- the role told of its opening; NULL: nobody was
    tournament_id    INTEGER REFERENCES tournaments, -- of several tables; NULL: it is none of one's
    room             INTEGER,                  -- the number of the table there
    first_hand       INTEGER NOT NULL DEFAULT 1, -- the number of its first: that of the tournament's
    play_until       INTEGER,                  -- when its hand is played to its end by itself
    round            INTEGER,                  -- of a duplicate tournament; it is shown to its players alone
    shared_seed      TEXT, invited_only INTEGER NOT NULL DEFAULT 0, ended_by TEXT NOT NULL DEFAULT '', wakes INTEGER NOT NULL DEFAULT 1, is_lost INTEGER NOT NULL DEFAULT 0 CHECK (is_lost IN (0, 1)), failures INTEGER NOT NULL DEFAULT 0,                     -- of its deals, by seat, as at all tables of its round
    CHECK ((tournament_id IS NULL) = (room IS NULL)),
    CHECK ((round IS NULL) = (shared_seed IS NULL))
) STRICT;
INSERT INTO "tables" VALUES(1,1576304513415905308,1576304513415905314,1,'en-US','standard variant=pineapple scoring=1-6 royalties=standard front_trips=ladder equal_rows=legal fantasyland=13/14 reveal=at_end stay=standard surrender=off button_in_fantasyland=rests deal_mode=simultaneous time_out=autoplay settling=seats surrender_until=placed repeat_visit=base jokers=0',3,1,'playing',2,1795890682,NULL,'night','two',1,0,172800,1,3600,NULL,NULL,'9h',1795923082,0,NULL,NULL,'none',NULL,1,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,0,'',1,0,0);
INSERT INTO "tables" VALUES(2,1576304513415905308,1576304513415905458,2,'en-US','standard variant=pineapple scoring=1-6 royalties=standard front_trips=ladder equal_rows=legal fantasyland=13/14 reveal=at_end stay=standard surrender=off button_in_fantasyland=rests deal_mode=simultaneous time_out=autoplay settling=seats surrender_until=placed repeat_visit=base jokers=0',3,1,'lobby',NULL,1795890682,NULL,'night','two',1,0,43200,1,3600,NULL,1795977082,'',NULL,0,NULL,NULL,'none',NULL,1,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,0,'',1,0,0);
CREATE TABLE tallies (                         -- sums of results, void hands left out
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL,               -- 0 sums over all days
    player_id  INTEGER NOT NULL REFERENCES players,
    season     INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    hands      INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    squares    INTEGER NOT NULL,               -- of the points of each hand
    best       INTEGER NOT NULL,
    worst      INTEGER NOT NULL,
    fouls      INTEGER NOT NULL,
    visits     INTEGER NOT NULL,               -- hands played in Fantasyland
    stays      INTEGER NOT NULL,               -- those of them that earned the next
    scoops     INTEGER NOT NULL,
    front      INTEGER NOT NULL,
    middle     INTEGER NOT NULL,
    back       INTEGER NOT NULL,
    judged     INTEGER NOT NULL,               -- hands of which there is a judgement
    given      INTEGER NOT NULL,               -- thousandths of a point given away in them
    luck       INTEGER NOT NULL,               -- and of luck
    first_hands  INTEGER NOT NULL,             -- hands in which they acted first
    first_points INTEGER NOT NULL,
    last_hands   INTEGER NOT NULL,             -- and last
    last_points  INTEGER NOT NULL,
    net          INTEGER NOT NULL,             -- for the rating, see bot.store.ledger.evidence
    judged_net   INTEGER NOT NULL,
    lucky_net    INTEGER NOT NULL,
    given_each    INTEGER NOT NULL,
    given_squares INTEGER NOT NULL,
    PRIMARY KEY (guild_id, day, player_id, season, channel_id, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO "tallies" VALUES(1576304513415905308,0,1,1,1576304513415905314,'pineapple',2,0,0,0,0,2,0,0,0,0,0,0,0,0,0,1,0,1,0,0,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,0,1,2,1576304513415905314,'pineapple',1,7,49,7,7,0,0,0,1,0,0,0,0,0,0,0,0,1,7,28000,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,0,2,1,1576304513415905314,'pineapple',2,0,0,0,0,2,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,0,2,2,1576304513415905314,'pineapple',1,5,25,5,5,0,0,0,1,0,0,0,0,0,0,1,5,0,0,20000,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,0,3,1,1576304513415905314,'pineapple',2,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,0,3,2,1576304513415905314,'pineapple',1,-12,144,-12,-12,1,0,0,0,0,0,0,0,0,0,0,0,0,0,-48000,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,20785,1,1,1576304513415905314,'pineapple',2,0,0,0,0,2,0,0,0,0,0,0,0,0,0,1,0,1,0,0,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,20785,1,2,1576304513415905314,'pineapple',1,7,49,7,7,0,0,0,1,0,0,0,0,0,0,0,0,1,7,28000,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,20785,2,1,1576304513415905314,'pineapple',2,0,0,0,0,2,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,20785,2,2,1576304513415905314,'pineapple',1,5,25,5,5,0,0,0,1,0,0,0,0,0,0,1,5,0,0,20000,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,20785,3,1,1576304513415905314,'pineapple',2,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0);
INSERT INTO "tallies" VALUES(1576304513415905308,20785,3,2,1576304513415905314,'pineapple',1,-12,144,-12,-12,1,0,0,0,0,0,0,0,0,0,0,0,0,0,-48000,0,0,0,0);
CREATE TABLE threads (
    table_id    INTEGER PRIMARY KEY REFERENCES tables,
    thread_id   INTEGER,                       -- Discord's; NULL: there is none
    proposal_id INTEGER REFERENCES proposals,  -- by which all cards are shown; NULL: open ones only
    from_hand   INTEGER,                       -- the table's first hand of which they are
    CHECK ((proposal_id IS NULL) = (from_hand IS NULL))
) STRICT;
CREATE TABLE time_banks (                      -- what is left of them, for a whole tournament
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    table_id      INTEGER NOT NULL REFERENCES tables, -- where they were asked last
    decision      TEXT NOT NULL,               -- hand and street of that
    seconds       INTEGER NOT NULL CHECK (seconds >= 0), -- that were left then
    empties_at    INTEGER,                     -- unless they decide before; NULL: it does not run
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE totals (                          -- sums of a table's entries, shown with every board
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "totals" VALUES(1,1,7);
INSERT INTO "totals" VALUES(1,2,5);
INSERT INTO "totals" VALUES(1,3,-12);
CREATE TABLE tournaments (                     -- of several tables
    id             INTEGER PRIMARY KEY,
    guild_id       INTEGER NOT NULL,
    channel_id     INTEGER NOT NULL,           -- of its announcement
    host_id        INTEGER NOT NULL REFERENCES players,
    locale         TEXT NOT NULL,              -- of the server
    format         TEXT NOT NULL,              -- how its rounds are made, see bot.game.formats
    options        TEXT NOT NULL,              -- of its tables, as JSON
    state          TEXT NOT NULL CHECK (state IN ('open', 'seating', 'playing', 'over')),
    is_won         INTEGER NOT NULL DEFAULT 0, -- 0 once it is over: people ended it
    round          INTEGER NOT NULL DEFAULT 0, -- the latest; in a knock-out that is a hand
    opened_at      INTEGER NOT NULL,
    ended_at       INTEGER,
    round_ends_at  INTEGER,                    -- what is open then is placed safely
    due_at         INTEGER,                    -- when it is looked at next
    paused_at      INTEGER,                    -- since when no round begins; NULL: it is not paused
    starts_at      INTEGER,                    -- by itself; NULL: when its host starts it
    is_put_off     INTEGER NOT NULL DEFAULT 0, -- 1: too few people were in at the time before
    message TEXT, no_threads TEXT NOT NULL DEFAULT '', threads_at INTEGER, empty_until INTEGER, waits_since INTEGER, failures INTEGER NOT NULL DEFAULT 0, is_lost INTEGER NOT NULL DEFAULT 0 CHECK (is_lost IN (0, 1))) STRICT;
CREATE TABLE unjudged (                        -- finished hands that are still to be judged
    hand_id INTEGER PRIMARY KEY REFERENCES hands
) STRICT;
INSERT INTO "unjudged" VALUES(1);
INSERT INTO "unjudged" VALUES(2);
INSERT INTO "unjudged" VALUES(3);
INSERT INTO "unjudged" VALUES(4);
CREATE TABLE visits (                          -- Fantasyland earned in the last hand of a duplicate
    hand_id INTEGER NOT NULL REFERENCES hands, -- round, which is not played
    seat    INTEGER NOT NULL,                  -- in acting order from 0
    points  INTEGER NOT NULL,                  -- that it is ahead by those of all seats
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE votes (                           -- on taking somebody's seat away
    id        INTEGER PRIMARY KEY,
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,  -- whose seat
    made_at   INTEGER NOT NULL,
    state     TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined'))
) STRICT;
CREATE TABLE waiters (                         -- for a seat at a full table, in this order
    id        INTEGER PRIMARY KEY,
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    since     INTEGER NOT NULL,
    UNIQUE (table_id, player_id)
) STRICT;
CREATE INDEX stakes_of_a ON stakes (a);
CREATE INDEX stakes_of_b ON stakes (b);
CREATE INDEX totals_of_player ON totals (player_id);
CREATE TRIGGER deals_remain BEFORE DELETE ON deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER deals_are_not_replaced BEFORE INSERT ON deals
WHEN EXISTS (SELECT 1 FROM deals WHERE table_id = NEW.table_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE INDEX seeds_of_player ON seeds (player_id);
CREATE TRIGGER seeds_stay BEFORE UPDATE ON seeds
BEGIN SELECT RAISE(ABORT, 'a seed is never changed'); END;
CREATE TRIGGER seeds_are_not_replaced BEFORE INSERT ON seeds
WHEN EXISTS (
    SELECT 1 FROM seeds
    WHERE table_id = NEW.table_id AND number = NEW.number AND player_id = NEW.player_id
    AND is_typed = NEW.is_typed
)
BEGIN SELECT RAISE(ABORT, 'a seed is never changed'); END;
CREATE TRIGGER seeds_come_before_the_hand BEFORE INSERT ON seeds
WHEN EXISTS (SELECT 1 FROM hands WHERE table_id = NEW.table_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'the hand has been dealt'); END;
CREATE INDEX lineups_of_player ON lineups (player_id);
CREATE TRIGGER lineups_stay BEFORE UPDATE ON lineups
BEGIN SELECT RAISE(ABORT, 'who plays a hand is never changed'); END;
CREATE TRIGGER lineups_remain BEFORE DELETE ON lineups
BEGIN SELECT RAISE(ABORT, 'who plays a hand is never deleted'); END;
CREATE TRIGGER lineups_are_not_replaced BEFORE INSERT ON lineups
WHEN EXISTS (
    SELECT 1 FROM lineups WHERE hand_id = NEW.hand_id AND table_seat = NEW.table_seat
)
BEGIN SELECT RAISE(ABORT, 'who plays a hand is never changed'); END;
CREATE TRIGGER operations_stay BEFORE UPDATE ON operations
BEGIN SELECT RAISE(ABORT, 'operations are never changed'); END;
CREATE TRIGGER operations_remain BEFORE DELETE ON operations
BEGIN SELECT RAISE(ABORT, 'operations are never deleted'); END;
CREATE TRIGGER operations_follow_each_other BEFORE INSERT ON operations
WHEN NEW.number <> (
    SELECT 1 + COALESCE(MAX(number), -1) FROM operations WHERE hand_id = NEW.hand_id
)
BEGIN SELECT RAISE(ABORT, 'operations follow one another'); END;
CREATE TRIGGER operations_end_with_the_hand BEFORE INSERT ON operations
WHEN (SELECT state FROM hands WHERE id = NEW.hand_id) <> 'playing'
BEGIN SELECT RAISE(ABORT, 'the hand is over'); END;
CREATE INDEX deadlines_by_time ON deadlines (due_at);
CREATE INDEX reminders_by_time ON reminders (next_at) WHERE next_at IS NOT NULL;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed; book a reversing entry'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted from the ledger'); END;
CREATE TRIGGER entries_are_of_finished_hands BEFORE INSERT ON entries
WHEN (SELECT state FROM hands WHERE id = NEW.hand_id) <> 'finished'
BEGIN SELECT RAISE(ABORT, 'the hand is not finished'); END;
CREATE INDEX bookings_of_channel ON bookings (guild_id, channel_id, number);
CREATE INDEX bookings_of_season ON bookings (guild_id, season, number);
CREATE INDEX bookings_of_day ON bookings (guild_id, day, number);
CREATE INDEX bookings_of_variant ON bookings (guild_id, variant, number);
CREATE TRIGGER bookings_stay
BEFORE UPDATE OF hand_id, guild_id, number, season, channel_id, variant, booked_at, day, origin
ON bookings
BEGIN SELECT RAISE(ABORT, 'a booking is never changed'); END;
CREATE TRIGGER bookings_remain BEFORE DELETE ON bookings
BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted from the ledger'); END;
CREATE TRIGGER bookings_are_not_replaced BEFORE INSERT ON bookings
WHEN EXISTS (
    SELECT 1 FROM bookings WHERE hand_id = NEW.hand_id
    UNION ALL SELECT 1 FROM bookings WHERE guild_id = NEW.guild_id AND number = NEW.number
)
BEGIN SELECT RAISE(ABORT, 'a booking is never changed'); END;
CREATE INDEX results_of_player ON results (guild_id, player_id, number, points, is_void);
CREATE INDEX results_of_anybody ON results (player_id);
CREATE TRIGGER results_stay
BEFORE UPDATE OF hand_id, seat, player_id, guild_id, number, board, fate, fantasyland, earned,
    is_foul, scoops, front, middle, back, royalties, points ON results
BEGIN SELECT RAISE(ABORT, 'a result is never changed'); END;
CREATE TRIGGER results_remain BEFORE DELETE ON results
BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted from the ledger'); END;
CREATE TRIGGER results_are_not_replaced BEFORE INSERT ON results
WHEN EXISTS (SELECT 1 FROM results WHERE hand_id = NEW.hand_id AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'a result is never changed'); END;
CREATE INDEX streaks_of_player ON streaks (player_id);
CREATE INDEX streaks_by_length ON streaks (guild_id, won);
CREATE INDEX feats_of_guild ON feats (guild_id, number);
CREATE INDEX feats_of_player ON feats (player_id);
CREATE TRIGGER seals_stay BEFORE UPDATE ON seals
BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;
CREATE TRIGGER seals_remain BEFORE DELETE ON seals
BEGIN SELECT RAISE(ABORT, 'a seal is never deleted'); END;
CREATE TRIGGER seals_follow_each_other BEFORE INSERT ON seals
WHEN NEW.number <> (
    SELECT 1 + COALESCE(MAX(number), 0) FROM seals WHERE guild_id = NEW.guild_id
)
BEGIN SELECT RAISE(ABORT, 'seals follow one another'); END;
CREATE UNIQUE INDEX one_season_at_a_time ON seasons (guild_id) WHERE ended_at IS NULL;
CREATE INDEX finals_of_player ON finals (player_id);
CREATE TRIGGER finals_stay BEFORE UPDATE ON finals
BEGIN SELECT RAISE(ABORT, 'the table of a finished season is never changed'); END;
CREATE TRIGGER finals_remain BEFORE DELETE ON finals
BEGIN SELECT RAISE(ABORT, 'the table of a finished season is never deleted'); END;
CREATE TRIGGER finals_are_not_replaced BEFORE INSERT ON finals
WHEN EXISTS (SELECT 1 FROM finals WHERE season_id = NEW.season_id AND place = NEW.place)
BEGIN SELECT RAISE(ABORT, 'the table of a finished season is never changed'); END;
CREATE INDEX consents_of_player ON consents (player_id);
CREATE UNIQUE INDEX one_open_vote_on_a_seat ON votes (table_id, player_id) WHERE state = 'open';
CREATE INDEX votes_of_player ON votes (player_id);
CREATE INDEX ballots_of_player ON ballots (player_id);
CREATE INDEX computers ON players (level) WHERE level IS NOT NULL;
CREATE INDEX tournaments_by_time ON tournaments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tournaments_of_guild ON tournaments (guild_id, id);
CREATE INDEX entrants_by_player ON entrants (player_id);
CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel_id)
    WHERE state <> 'closed' AND round IS NULL;
CREATE INDEX tables_to_close ON tables (closes_at) WHERE closes_at IS NOT NULL;
CREATE INDEX tables_by_end ON tables (ends_at) WHERE ends_at IS NOT NULL AND state = 'between';
CREATE INDEX tables_to_deal ON tables (deals_at) WHERE deals_at IS NOT NULL;
CREATE INDEX tables_of_tournament ON tables (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX rematches ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX seats_of_player ON seats (player_id);
CREATE INDEX waiters_by_player ON waiters (player_id);
CREATE UNIQUE INDEX one_hand_at_a_time ON hands (table_id) WHERE state = 'playing';
CREATE TRIGGER hands_end_once BEFORE UPDATE OF state, ended_at ON hands
WHEN OLD.state <> 'playing'
BEGIN SELECT RAISE(ABORT, 'a hand that is over stays so'); END;
CREATE TRIGGER hands_remain BEFORE DELETE ON hands
BEGIN SELECT RAISE(ABORT, 'hands are never deleted'); END;
CREATE TRIGGER hands_are_not_replaced BEFORE INSERT ON hands
WHEN EXISTS (
    SELECT 1 FROM hands WHERE id = NEW.id
    UNION ALL SELECT 1 FROM hands WHERE table_id = NEW.table_id AND number = NEW.number
    UNION ALL SELECT 1 FROM hands
        WHERE table_id = NEW.table_id AND state = 'playing' AND NEW.state = 'playing'
)
BEGIN SELECT RAISE(ABORT, 'there is such a hand already'); END;
CREATE UNIQUE INDEX one_entry_per_pair_and_hand ON entries (hand_id, a, b, coalesce(reverses, 0));
CREATE TRIGGER entries_are_not_replaced BEFORE INSERT ON entries
WHEN EXISTS (
    SELECT 1 FROM entries WHERE id = NEW.id
    UNION ALL SELECT 1 FROM entries WHERE reverses = NEW.reverses
    UNION ALL SELECT 1 FROM entries
        WHERE hand_id = NEW.hand_id AND a = NEW.a AND b = NEW.b
        AND coalesce(reverses, 0) = coalesce(NEW.reverses, 0)
)
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed; book a reversing entry'); END;
CREATE TRIGGER totals_run AFTER INSERT ON entries
BEGIN
    INSERT INTO totals (table_id, player_id, points)
    SELECT table_id, NEW.a, NEW.points FROM hands WHERE id = NEW.hand_id
    UNION ALL SELECT table_id, NEW.b, -NEW.points FROM hands WHERE id = NEW.hand_id
    ON CONFLICT (table_id, player_id) DO UPDATE SET points = totals.points + excluded.points;
END;
CREATE INDEX results_by_points ON results (guild_id, points, number) WHERE is_void = 0;
CREATE INDEX results_by_royalties ON results (guild_id, royalties, number) WHERE is_void = 0;
CREATE INDEX tallies_of_player ON tallies (player_id, guild_id, day, points);
CREATE INDEX tallies_of_days
    ON tallies (guild_id, player_id, season, channel_id, variant, day, best, worst);
CREATE INDEX rivalries_of_a ON rivalries (a, guild_id, day, hands, points, won, lost);
CREATE INDEX rivalries_of_b ON rivalries (b, guild_id, day, hands, points, won, lost);
CREATE INDEX achievements_of_hand ON achievements (hand_id);
CREATE INDEX achievements_of_player ON achievements (player_id);
CREATE INDEX finished_attempts ON attempts (deal_id, guild_id, points)
    WHERE points IS NOT NULL AND practice = 0;
CREATE INDEX challenges_due ON challenges (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX challenges_open ON challenges (guild_id) WHERE state = 'open';
CREATE TRIGGER daily_deals_stay BEFORE UPDATE ON daily_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER daily_deals_remain BEFORE DELETE ON daily_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER daily_deals_are_not_replaced BEFORE INSERT ON daily_deals
WHEN EXISTS (SELECT 1 FROM daily_deals WHERE day = NEW.day AND place = NEW.place)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE INDEX best_boards_of_player ON best_boards (player_id);
CREATE INDEX arrivals_of_player ON arrivals (player_id);
CREATE INDEX departures ON arrivals (came_from) WHERE came_from IS NOT NULL;
CREATE INDEX time_banks_of_player ON time_banks (player_id);
CREATE INDEX time_banks_at_table ON time_banks (table_id);
CREATE TRIGGER shared_deals_remain BEFORE DELETE ON shared_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER shared_deals_are_not_replaced BEFORE INSERT ON shared_deals
WHEN EXISTS (
    SELECT 1 FROM shared_deals
    WHERE tournament_id = NEW.tournament_id AND round = NEW.round AND hand = NEW.hand
)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE INDEX entry_seeds_of_player ON entry_seeds (player_id);
CREATE INDEX missed_rounds_of_player ON missed_rounds (player_id);
CREATE TRIGGER matches_remain BEFORE DELETE ON matches
BEGIN SELECT RAISE(ABORT, 'what was committed to is never deleted'); END;
CREATE TRIGGER matches_are_not_replaced BEFORE INSERT ON matches
WHEN EXISTS (SELECT 1 FROM matches WHERE table_id = NEW.table_id)
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
CREATE TRIGGER plays_stay BEFORE UPDATE ON plays
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;
CREATE TRIGGER plays_remain BEFORE DELETE ON plays
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never deleted'); END;
CREATE TRIGGER hands_are_to_be_judged AFTER UPDATE OF state ON hands WHEN NEW.state = 'finished'
BEGIN INSERT INTO unjudged (hand_id) VALUES (NEW.id); END;
CREATE INDEX judgements_of_player ON judgements (player_id);
CREATE TRIGGER fixed_deals_remain BEFORE DELETE ON fixed_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER fixed_deals_are_not_replaced BEFORE INSERT ON fixed_deals
WHEN EXISTS (SELECT 1 FROM fixed_deals WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE INDEX unfinished_attempts ON attempts (player_id, began_at) WHERE points IS NULL;
CREATE TRIGGER reversals_mirror_their_entries BEFORE INSERT ON entries
WHEN NEW.reverses IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM entries
    WHERE id = NEW.reverses AND guild_id = NEW.guild_id
    AND hand_id = NEW.hand_id AND a = NEW.a AND b = NEW.b AND points = -NEW.points
)
BEGIN SELECT RAISE(ABORT, 'a reversing entry takes back exactly what was booked'); END;
CREATE TRIGGER bookings_are_void_by_entries BEFORE UPDATE OF is_void ON bookings
WHEN NEW.is_void <> (
    SELECT COUNT(reverses) / NULLIF(COUNT(*) - COUNT(reverses), 0) % 2 FROM entries
    WHERE hand_id = NEW.hand_id
)
BEGIN SELECT RAISE(ABORT, 'a hand is void or not as its entries say'); END;
CREATE INDEX seals_but_of_hands ON seals (guild_id, kind, about) WHERE kind <> 'hand';
CREATE INDEX proposals_of_player ON proposals (player_id);
CREATE TRIGGER deals_stay BEFORE UPDATE ON deals
WHEN NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number
    OR EXISTS (SELECT 1 FROM hands WHERE table_id = OLD.table_id AND number = OLD.number)
    OR ((NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment OR NEW.committed_at <> OLD.committed_at)
        AND coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1))
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER seeds_remain BEFORE DELETE ON seeds
WHEN NOT EXISTS (
    SELECT 1 FROM deals WHERE table_id = OLD.table_id AND number = OLD.number AND anew >= OLD.added_at
)
BEGIN SELECT RAISE(ABORT, 'a seed is never deleted'); END;
CREATE TRIGGER hands_stay BEFORE UPDATE OF id, table_id, number, button, seeds, message, joined, by_seat,
    dealt_as, counts, started_at
ON hands
BEGIN SELECT RAISE(ABORT, 'a hand that was dealt is never changed'); END;
CREATE TRIGGER origins_stay BEFORE UPDATE ON origins
WHEN OLD.joined IS NOT NULL OR NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment
    OR NEW.tournament_id <> OLD.tournament_id OR NEW.number <> OLD.number OR NEW.fixed_at <> OLD.fixed_at
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
CREATE TRIGGER origins_remain BEFORE DELETE ON origins
BEGIN SELECT RAISE(ABORT, 'what was committed to is never deleted'); END;
CREATE TRIGGER origins_are_not_replaced BEFORE INSERT ON origins
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = NEW.tournament_id AND number = NEW.number
)
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
CREATE TRIGGER fixed_deals_begin_once BEFORE UPDATE OF message, joined ON fixed_deals
WHEN OLD.joined IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a deal that was begun is never changed'); END;
CREATE TRIGGER fixed_deals_stay BEFORE UPDATE OF id, mode, secret, commitment, committed_at, anew
ON fixed_deals
WHEN NEW.id <> OLD.id OR NEW.mode <> OLD.mode OR OLD.joined IS NOT NULL
    OR coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER shared_deals_stay BEFORE UPDATE ON shared_deals
WHEN NEW.tournament_id <> OLD.tournament_id OR NEW.round <> OLD.round OR NEW.hand <> OLD.hand
    OR coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER matches_stay BEFORE UPDATE OF table_id, secret, commitment, seed, anew ON matches
WHEN OLD.seed IS NOT NULL OR NEW.table_id <> OLD.table_id
    OR ((NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment)
        AND coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1))
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
CREATE INDEX drafts_by_time ON drafts (places_at) WHERE places_at IS NOT NULL;
CREATE INDEX players_to_forget ON players (id) WHERE forget_asked_at IS NOT NULL;
CREATE INDEX former_players_by_player ON former_players (player_id);
CREATE INDEX former_players_by_former ON former_players (former_id);
CREATE INDEX former_finals_of_player ON former_finals (player_id);
CREATE INDEX invitations_due ON invitations (until);
CREATE INDEX invitations_of_player ON invitations (player_id);
CREATE INDEX loss_limits_of_player ON loss_limits (player_id);
CREATE INDEX messages_due ON messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_to_show ON messages (id) WHERE changes <> 0;
CREATE INDEX players_by_name ON players (name);
CREATE INDEX tables_of_guild ON tables (guild_id);
CREATE INDEX tables_by_closing ON tables (closed_at, guild_id);
CREATE INDEX tournaments_of_channel ON tournaments (channel_id);
CREATE INDEX rooms_by_thread ON rooms (thread_id) WHERE thread_id IS NOT NULL;
CREATE INDEX written_to_again ON players (dm_again_at) WHERE dm_again_at IS NOT NULL;
CREATE UNIQUE INDEX one_open_tournament_per_channel ON tournaments (channel_id)
    WHERE state <> 'over' AND format <> 'sit-and-go';
CREATE INDEX finishes_of_player ON finishes (player_id, guild_id);
CREATE INDEX schedules_by_time ON schedules (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX start_notices_of_player ON start_notices (player_id);
CREATE INDEX rooms_to_archive ON rooms (tournament_id) WHERE is_archived = 0;
CREATE TRIGGER hands_are_sealed_once BEFORE UPDATE OF seal ON hands
WHEN OLD.seal IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a hand that is over stays so'); END;
CREATE TRIGGER plays_are_not_replaced BEFORE INSERT ON plays
WHEN EXISTS (SELECT 1 FROM plays WHERE hand_id = NEW.hand_id AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;
CREATE TRIGGER visits_stay BEFORE UPDATE ON visits
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;
CREATE TRIGGER visits_remain BEFORE DELETE ON visits
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never deleted'); END;
CREATE TRIGGER visits_are_not_replaced BEFORE INSERT ON visits
WHEN EXISTS (SELECT 1 FROM visits WHERE hand_id = NEW.hand_id AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;
CREATE TRIGGER finishes_stay BEFORE UPDATE ON finishes
BEGIN SELECT RAISE(ABORT, 'a place is never changed'); END;
CREATE TRIGGER finishes_remain BEFORE DELETE ON finishes
BEGIN SELECT RAISE(ABORT, 'a place is never deleted'); END;
CREATE TRIGGER finishes_are_not_replaced BEFORE INSERT ON finishes
WHEN EXISTS (SELECT 1 FROM finishes WHERE tournament_id = NEW.tournament_id AND player_id = NEW.player_id)
BEGIN SELECT RAISE(ABORT, 'a place is never changed'); END;
CREATE TRIGGER entry_seeds_stay BEFORE UPDATE ON entry_seeds
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = OLD.tournament_id AND joined IS NOT NULL
    UNION ALL
    SELECT 1 FROM duplicates WHERE tournament_id = OLD.tournament_id AND seed IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a seed is never changed'); END;
CREATE TRIGGER entry_seeds_remain BEFORE DELETE ON entry_seeds
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = OLD.tournament_id AND joined IS NOT NULL
    UNION ALL
    SELECT 1 FROM duplicates WHERE tournament_id = OLD.tournament_id AND seed IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a seed is never deleted'); END;
CREATE TRIGGER entry_seeds_come_before_the_start BEFORE INSERT ON entry_seeds
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = NEW.tournament_id AND joined IS NOT NULL
    UNION ALL
    SELECT 1 FROM duplicates WHERE tournament_id = NEW.tournament_id AND seed IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a seed is never added later'); END;
CREATE TRIGGER attempts_stay BEFORE UPDATE OF player_id, deal_id, practice, guild_id, is_told,
    began_at, variant, level, seat, visits, number, total, log, ended_at, points
ON attempts
WHEN OLD.points IS NOT NULL OR NEW.player_id <> OLD.player_id OR NEW.deal_id <> OLD.deal_id
    OR NEW.practice <> OLD.practice OR NEW.began_at <> OLD.began_at
BEGIN SELECT RAISE(ABORT, 'what was played is never changed'); END;
CREATE TRIGGER attempts_are_not_replaced BEFORE INSERT ON attempts
WHEN EXISTS (
    SELECT 1 FROM attempts
    WHERE player_id = NEW.player_id AND deal_id = NEW.deal_id AND practice = NEW.practice
)
BEGIN SELECT RAISE(ABORT, 'what was played is never changed'); END;
COMMIT;
