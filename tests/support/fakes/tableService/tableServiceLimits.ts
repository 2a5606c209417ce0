// The documented limits of Azure Table Storage. They are copied here, so that a wrong constant in the product fails a
// test. Sources on learn.microsoft.com: "Scalability and performance targets for Table storage"
// (azure/storage/tables/scalability-targets), "Query timeout and pagination", "Performing entity group transactions"
// and "Understanding the Table Service data model" (rest/api/storageservices).

export const tableServiceLimits = {
  /** Target of one partition: up to 2,000 entities of 1 KiB a second. */
  partitionEntitiesASecond: 2_000,
  /** Target of one account: 20,000 requests a second for entities of 1 KiB. */
  accountRequestsASecond: 20_000,
  entityBytes: 1_048_576,
  /** Number of properties besides PartitionKey, RowKey and Timestamp; 255 with these three. */
  ownProperties: 252,
  /** Size of a text; each UTF-16 unit has 2 bytes. */
  textBytes: 65_536,
  keyCharacters: 512,
  batchEntities: 100,
  batchBytes: 4_194_304,
  pageEntities: 1_000,
} as const;

/** Entities of 1 KiB to which an entity of this size counts, because both targets assume that size. */
export const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1_024));
